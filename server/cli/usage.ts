import { OperatorError } from '../errors.ts'

/** A mistake of the person who typed the command. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}

/** Words that do not fit the command. The part of `usage` about it is printed below the message. */
export class WordsError extends UsageError {}

/**
 * Returns what was typed. @throws UsageError for the U+FFFD that Node puts where a terminal sends another encoding: a
 * name would be stored with it, and nobody could type the password again
 */
export function demandUtf8(text: string): string {
  if (text.includes('\ufffd')) throw new UsageError('What was typed is not UTF-8 text: set the terminal to UTF-8.')
  return text
}

export const usage = `Alô, operators' commands. Results go to stdout, everything else to stderr.

  user create --usuario NAME --nome "Full Name" [--papel atendente|supervisor|administrador]
              [--ramal N] [--identificador-interno ID] [--senha PASSWORD]
                                      prints the new id; without --senha the password is asked for, or read from stdin
  user list
  user set NAME [--nome "Full Name"] [--papel P] [--ramal N] [--identificador-interno ID] [--swap]
                                      changes only the fields given; "" removes an extension or internal id; one that a
                                      disabled user has may be taken; --swap: swaps it with the user who has it
  user password NAME [--generate]     sets a new password: asked for, read from stdin, or generated and printed; ends
                                      all sessions of the user
  user sign-out NAME                  ends all sessions of the user at once; prints how many
  user disable|enable NAME            a disabled user is signed out everywhere and cannot sign in

  token create --name N --scopes pbx,cliente,financeiro [--from 10.0.0.0/8,2001:db8::/32] [--expires YYYY-MM-DD]
                                      prints only the token, this once; --from: the token works from these networks only
  token list                          lists the tokens, with when and from where each was last used
  token revoke NAME

  pbx ring   --ramal N | --identificador-interno ID  [--telefone T] [--id-cliente N | --codigo-cliente N]
             [--call-id ID] --token TOKEN [--url http://127.0.0.1:3000]
  pbx cancel (the same)

  clientes import FILE|- [--dry-run] [--format json|jsonl|csv]
                                      JSON {"clientes": […]}, JSON lines, or CSV: a line for each customer, without
                                      services; services and fields that have no column stay as they are
  clientes export [--format json|jsonl|csv] [FILE|-]
                                      without --format, the ending of the file's name decides; else JSON; CSV leaves
                                      the services out
  clientes generate --count N [--seed S]

  titular export ID|CPF|CNPJ [FILE|-]  everything that the desk stores about one person, as one JSON
  titular erase ID --confirm          replaces the person by a pseudonym, for good

  tipo_servico add --descricao D [--display D]
                                      prints only the new id; without --display, screens show the descricao
  tipo_servico list
  tipo_servico disable|enable ID      a disabled type keeps its events and takes no new ones

  senhas status                       the key that encrypts the service passwords, and how many still wait for it
  senhas rotate                       encrypts them with another key, while the desk runs; if it was interrupted, run it
                                      again and it continues
  senhas discard [--confirm]          for a lost key: counts the passwords that no key opens; --confirm empties those

  backup FILE|-                       a consistent backup of everything but sessions, while the desk runs; exit code 3
                                      and no file for a database that nobody has used
  restore FILE|- [--without-key]      into an empty database: a new DATA_DIR, or a new DATABASE_URL; --without-key: even
                                      if the key of its service passwords is lost
  --migrate                           with any command: migrates the database to this version even while a desk of an
                                      earlier version works with it

The database is the one named by the environment or by the installation's file .env: DATABASE_URL, or the embedded one in
DATA_DIR (default .data of the installation). Each command names it on stderr. Only the desk (npm start) and
restore create a new one.
`

/** The part of `usage` about the command of that name. */
export const usageOf = (name = '') =>
  usage
    .split('\n\n')
    .filter((part) => part.split('\n').some((line) => line.startsWith(`  ${name} `)))
    .join('\n\n') || usage
