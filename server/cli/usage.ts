/** A mistake of whoever typed the command: told in a sentence, exit code 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const usage = `Alô, operators' commands. Results stand alone on stdout, everything else on stderr.

  user create --usuario NAME --nome "Full Name" [--papel atendente|supervisor|administrador]
              [--ramal N] [--identificador-interno ID] [--senha PASSWORD]
                                      prints the new id; without --senha the password is asked for, or read from stdin
  user list
  user set NAME [--nome "Full Name"] [--papel P] [--ramal N] [--identificador-interno ID] [--swap]
                                      changes what is named; "" takes an extension or internal id away; a disabled user's
                                      is free; --swap: exchanges it with the user who has it
  user password NAME [--generate]     another password, asked for, read from stdin, or generated and printed; ends every
                                      session of the user
  user sign-out NAME                  ends every session of the user at once, prints how many
  user disable|enable NAME            a disabled user is signed out everywhere and cannot sign in

  token create --name N --scopes pbx,cliente,financeiro [--from 10.0.0.0/8,2001:db8::/32] [--expires YYYY-MM-DD]
                                      prints just the token, once; --from: good from these networks alone
  token list                          with when and from where each was last used
  token revoke NAME

  pbx ring   --ramal N | --identificador-interno ID  [--telefone T] [--id-cliente N | --codigo-cliente N]
             [--call-id ID] --token TOKEN [--url http://127.0.0.1:3000]
  pbx cancel (the same)

  clientes import FILE [--dry-run]    JSON {"clientes": […]}, JSON lines, or CSV of customers alone, whose services stay,
                                      and what no column names
  clientes export [--format json|jsonl|csv] [FILE|-]
                                      without --format as the file's name says, else JSON
  clientes generate --count N [--seed S]

  titular export ID|CPF|CNPJ [FILE|-]  all that the desk holds of one person, as one JSON
  titular erase ID --confirm          replaces the person by a pseudonym, for good

  tipo_servico add --descricao D [--display D]
                                      prints just the new id; without --display it is shown as its descricao
  tipo_servico list
  tipo_servico disable|enable ID      events stay; a disabled type takes no new ones

  senhas status                       which key seals the service passwords, and how many texts wait for it
  senhas rotate                       seals them anew with another key, while the desk runs; ended early, it goes on where
                                      it was
  senhas discard [--confirm]          the key is lost: counts what no key at hand opens; with --confirm empties just that

  backup FILE|-                       everything but open sessions, as of one instant, while the desk runs; exit code 3 and no
                                      file for a database that nobody has used
  restore FILE|- [--without-key]      into an empty database: a new DATA_DIR, or a new DATABASE_URL; although the key of
                                      its service passwords is lost
  --migrate                           with any command: changes the database as this version needs it although a desk of
                                      an earlier version is at work on it

The database is the one that the environment or the installation's file .env names: DATABASE_URL, or the embedded one in
DATA_DIR (default .data of the installation). Each command names it on stderr. Only the desk makes a new one (npm start),
and restore.
`

/** What of it is of the command of that name. */
export const usageOf = (name = '') =>
  usage
    .split('\n\n')
    .filter((part) => part.split('\n').some((line) => line.startsWith(`  ${name} `)))
    .join('\n\n') || usage
