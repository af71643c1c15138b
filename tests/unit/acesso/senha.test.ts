import { describe, expect, test } from 'vitest'
import { weaknessOf } from '#server/acesso/rules/senha'
import { generatePassword } from '#server/cli/password'
import { demoSenha, demoUsuarios } from '#server/demo/accounts'

const weak = (senha: string, ...names: string[]) => weaknessOf(senha, names)

describe('a password', () => {
  test.each(['', 'curta', '123456789', '🙂🙂🙂🙂🙂🙂🙂🙂🙂'])(
    'of fewer than ten characters is too short: %s',
    (senha) => expect(weak(senha)).toBe('short'),
  )

  test('of more than 128 characters is too long', () => {
    const most = `uma frase ${'comprida '.repeat(20)}`.slice(0, 128)
    expect([weak(most), weak(`${most}x`)]).toEqual([null, 'long'])
  })

  test.each([
    '1234567890',
    '0987654321',
    '1111111111',
    'abababababab',
    'xkqpxpkqxk',
    'x1234567890',
    'senha12345',
    'Senha@2026',
    'S3nh4!2026',
    'password123',
    'P@ssw0rd123!',
    'mudar12345',
    'flamengo2026',
    '2026Flamengo!',
    'corinthians1910',
    'qwertyuiop',
    'qwerty123456',
    'asdfghjkl123',
    'abcdefghij',
    'administrador',
    'senhasenha',
    'brasilbrasil10',
    'iloveyou123',
    'teamo12345',
    'Jesus.Cristo.1',
    'bem-vindo-123',
  ])('that attackers try first is refused: %s', (senha) => expect(weak(senha)).toBe('common'))

  test.each([
    ['ritasouza1', 'rita', 'Rita Souza'],
    ['rita-souza-2026', 'rita', 'Rita Souza'],
    ['Joao.Araujo#99', 'jaraujo', 'João Araújo'],
    ['ana12345678', 'ana', 'Ana'],
  ])('that is little more than the user’s own name is refused: %s', (senha, usuario, nome) =>
    expect(weak(senha, usuario, nome)).toMatch(/own name|common/),
  )

  test.each([
    'uma-senha-de-teste',
    'correto cavalo bateria',
    'banana-split-77',
    'x7Kp2mQ9vL',
    'chuva de verão no telhado',
    'senha para o turno da noite',
  ])('of several words or without a pattern is accepted: %s', (senha) =>
    expect(weak(senha, 'ana', 'Ana Souza')).toBeNull(),
  )

  test('of the demo is accepted for its users, and so is every generated password', () => {
    for (const { usuario, nome } of demoUsuarios) expect(weak(demoSenha, usuario, nome)).toBeNull()
    const made = Array.from({ length: 500 }, generatePassword)
    expect(new Set(made).size).toBe(500)
    for (const each of made) {
      expect(each).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
      expect(weak(each, 'ana', 'Ana Souza')).toBeNull()
    }
  })
})
