import type { Config } from '../config.ts'
import { databaseName } from '../database/place.ts'
import { demoSenha, demoToken, demoUsuarios } from './accounts.ts'

/**
 * What the operator reads once the desk listens. `code` is needed to make the first administrator; null once there is a
 * user.
 */
export function greeting(url: string, config: Config, code: string | null): string {
  const more = config.mode === 'demo' ? ofDemo(url) : code === null ? '' : ofNew(url, code)
  return `\n  Alô is listening on ${url}\n  Database: ${databaseName(config)}\n${more}`
}

const ofNew = (url: string, code: string) => `
  Nobody can sign in yet. Make the first administrator in a browser:
    ${url}/primeiro-acesso#${code}
  or by a command:
    npm run -s cli -- user create --usuario admin --nome "Your Name" --papel administrador
`

function ofDemo(url: string): string {
  const accounts = demoUsuarios.map(
    ({ usuario, papel, ramal }) => `    ${usuario.padEnd(6)} ${papel}${ramal ? `, ramal ${ramal}` : ''}`,
  )
  return `
  Accounts (password ${demoSenha} for all):
${accounts.join('\n')}

  API token: ${demoToken}

  Make extension 101 ring:
    curl -X POST ${url}/api/v1/integracao/pbx/ligacao/notificar \\
      -H 'Authorization: ${demoToken}' -H 'Content-Type: application/json' \\
      -d '{"ramal": 101, "telefone": 37999912222}'
`
}
