import { invalid } from '../../refusal.ts'
import { semAcento as plain } from './semAcento.ts'

/** Lengths of a password, in characters. */
export const leastPassword = 10
export const mostPassword = 128

export type WeakPassword = 'short' | 'long' | 'common' | 'own name'

/**
 * Words that the commonest passwords are built on, here and elsewhere: by themselves, repeated, or with digits and signs
 * around them, they are the first to be tried.
 */
const commonWords = new Set(
  `senha minhasenha novasenha senhas senhasegura senhaforte mudar mudarsenha trocar trocarsenha password passwords passord
  passwort pass pwd secret segredo teste testes test testing admin admins administrador administrator root usuario user
  guest convidado suporte support operador atendente atendimento supervisor gerente empresa internet provedor telefone
  ramal callcenter alo alodesk demo sistema servidor server default padrao acesso access login entrar welcome bemvindo
  changeme letmein trustno qwerty qwert qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc abc abcd abcdef
  abcdefgh abcdefghij iloveyou teamo teamovoce euteamo amor amorzinho princesa princess gatinha gatinho bebe jesus
  jesuscristo jesusteama deus deusefiel deusnocomando deusebom familia minhafamilia felicidade saudade sucesso vitoria
  brasil brazil saopaulo riodejaneiro minasgerais bahia futebol football soccer flamengo corinthians palmeiras santos
  vasco gremio internacional cruzeiro atletico atleticomg botafogo fluminense neymar ronaldo pele superman batman spiderman
  pokemon naruto dragon dragonball monkey shadow master sunshine starwars michael jordan computer computador samsung
  android google facebook instagram whatsapp hacker killer love lovely baby babygirl flower summer winter primavera verao
  inverno outono janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca
  quarta quinta sexta sabado domingo`.split(/\s+/),
)

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')])

/** Letters as they were meant: without accents, case and the usual stand-ins. */
const lettersMeant = (text: string) =>
  plain(text).replace(
    /[@4310$57!]/g,
    (sign) => ({ '@': 'a', 4: 'a', 3: 'e', 1: 'i', 0: 'o', $: 's', 5: 's', 7: 't', '!': 'i' })[sign] ?? sign,
  )

const unrepeated = (text: string) => /^(.+?)\1+$/s.exec(text)?.[1] ?? text

/** Whether it is one common word, or the same one over again, whatever digits and signs surround it. */
function isCommonWord(senha: string): boolean {
  const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const undated = plain(senha)
    .replace(/\d+[^a-z0-9]*$/, '')
    .replace(/[^a-z0-9@$]+$/, '')
  return [lettersMeant(undated), bare(plain(senha)), bare(lettersMeant(senha)), lettersMeant(bare(plain(senha)))]
    .map((text) => text.replace(/[^a-z]/g, ''))
    .some((word) => commonWords.has(word) || commonWords.has(unrepeated(word)))
}

/** Whether it is a few characters over again, or a walk along the keyboard, the alphabet or the digits. */
function isPattern(senha: string): boolean {
  const text = plain(senha)
  if (new Set(text).size < 5) return true
  const steps = [...text].slice(1).filter((each, at) => runs.some((run) => run.includes(`${text[at]}${each}`)))
  return steps.length >= text.length - 2
}

/** Why a password is too easy to guess; null when it is not. One rule for every place. docs/interface.md: Sessions. */
export function weaknessOf(senha: string, names: readonly string[]): WeakPassword | null {
  if ([...senha].length < leastPassword) return 'short'
  if (senha.length > mostPassword) return 'long'
  if (isCommonWord(senha) || isPattern(senha)) return 'common'
  const own = names.flatMap((name) => plain(name).split(/[^a-z0-9]+/)).filter((part) => part.length >= 3)
  const rest = own.reduce((text, part) => text.replaceAll(part, ''), plain(senha)).replace(/[^a-z0-9]/g, '')
  const named = own.some((part) => plain(senha).includes(part))
  return named && rest.replace(/\d/g, '').length < 4 ? 'own name' : null
}

/** What is said on screen of a weak password; `sentences` in setSenha.ts are for operators. */
const tooWeak: Record<WeakPassword, string> = {
  short: `deve ter pelo menos ${leastPassword} caracteres`,
  long: `deve ter no máximo ${mostPassword} caracteres`,
  common: 'é uma das que se tentam primeiro: escolha várias palavras',
  'own name': 'é quase só o próprio nome: escolha várias palavras',
}

/** @throws Refusal invalid for a password that a person chose and that is too easy to guess */
export function demandChosen(senha: string, names: readonly string[]): void {
  const weakness = weaknessOf(senha, names)
  if (weakness) throw invalid({ senha: [tooWeak[weakness]] })
}
