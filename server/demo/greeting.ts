import { databaseName, type Place } from '../database/place.ts'
import { demoSenha, demoToken, demoUsuarios } from './accounts.ts'

/** What the operator reads once the demo's desk listens. */
export function demoGreeting(url: string, place: Place): string {
  const accounts = demoUsuarios.map(
    ({ usuario, papel, ramal }) => `    ${usuario.padEnd(6)} ${papel}${ramal ? `, ramal ${ramal}` : ''}`,
  )
  return `
  Alô is listening on ${url}
  Database: ${databaseName(place)}

  Accounts (password ${demoSenha} for all):
${accounts.join('\n')}

  API token: ${demoToken}

  Make extension 101 ring:
    curl -X POST ${url}/api/v1/integracao/pbx/ligacao/notificar \\
      -H 'Authorization: ${demoToken}' -H 'Content-Type: application/json' \\
      -d '{"ramal": 101, "telefone": 37999912222}'
`
}

/** `code` is needed to make the first administrator; null once there is a user. */
export function greeting(url: string, place: Place, code: string | null): string {
  const first = `
  Nobody can sign in yet. Make the first administrator in a browser:
    ${url}/primeiro-acesso#${code}
  or by a command:
    npm run -s cli -- user create --usuario admin --nome "Your Name" --papel administrador
`
  return `\n  Alô is listening on ${url}\n  Database: ${databaseName(place)}\n${code === null ? '' : first}`
}
