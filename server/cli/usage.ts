/** A mistake of whoever typed the command: told in a sentence, exit code 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const usage = `Alô, operators' commands. Results stand alone on stdout, everything else on stderr.

  user create --usuario NAME --nome "Full Name" [--papel atendente|supervisor|administrador]
              [--ramal N] [--identificador-interno ID] [--senha PASSWORD]
                                      without --senha the password is asked for, or read from stdin
  user list
  user disable NAME                   ends every session of the user at once

  token create --name N --scopes pbx,cliente,financeiro [--expires YYYY-MM-DD]
                                      prints just the token, once
  token list
  token revoke NAME

  pbx ring   --ramal N | --identificador-interno ID  [--telefone T] [--id-cliente N | --codigo-cliente N]
             [--call-id ID] --token TOKEN [--url http://127.0.0.1:3000]
  pbx cancel (the same)

  clientes import FILE [--dry-run]    JSON {"clientes": […]}, JSON lines, or CSV of customers alone
  clientes export [--format json|jsonl|csv] [FILE|-]
  clientes generate --count N [--seed S]

  tipo_servico add --descricao D [--display D]
                                      prints just the new id; without --display it is shown as its descricao
  tipo_servico list
  tipo_servico disable|enable ID      events stay; a disabled type takes no new ones

  --migrate                           with any command: changes the database as this version needs it although a desk of
                                      an earlier version is at work on it

The database is the one that the environment names: DATABASE_URL, or the embedded one in DATA_DIR (default .data).
`
