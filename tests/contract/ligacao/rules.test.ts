import { expect } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from '../../support/desk.ts'
import { runScenarios, type Scenario } from '../../support/scenario.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

type Campos = Record<string, string[]>

const digitsOnly = (field: string, plus = '') => `O campo ${field} deve ter apenas dígitos (no máximo 20)${plus}`
const whole = (field: string) => `O campo ${field} deve ser um número inteiro maior que zero`
const tooBig = (field: string) => `O campo ${field} é grande demais`
const phone = digitsOnly('telefone', ', com ou sem + no início')
const missing = {
  ramal: ['O campo ramal é obrigatório quando identificador_interno não é enviado'],
  identificador_interno: ['O campo identificador_interno é obrigatório quando ramal não é enviado'],
}
const unknownRamal = { ramal: ['O campo ramal não pertence a nenhum usuário ativo'] }
const letters = 'O campo identificador_interno deve ter apenas letras e dígitos (no máximo 64)'

/** Every rule of the body, broken alone and together: the same for notify and cancel. spec: Endpoints 1 and 2. */
const broken: [name: string, body: unknown, campos: Campos][] = [
  ['neither ramal nor identificador_interno', {}, missing],
  ['null and empty text count as absent', { ramal: null, identificador_interno: '' }, missing],
  ['a ramal nobody has', { ramal: 999 }, unknownRamal],
  ['a leading zero makes it another ramal', { ramal: '0101' }, unknownRamal],
  [
    'an identificador_interno nobody has',
    { identificador_interno: 'zeca99' },
    { identificador_interno: ['O campo identificador_interno não pertence a nenhum usuário ativo'] },
  ],
  [
    'ramal and identificador_interno of two users',
    { ramal: 101, identificador_interno: 'bruno02' },
    { identificador_interno: ['O campo identificador_interno deve indicar o mesmo usuário que ramal'] },
  ],
  ['ramal with letters', { ramal: '10a' }, { ramal: [digitsOnly('ramal')] }],
  ['ramal with a plus', { ramal: '+101' }, { ramal: [digitsOnly('ramal')] }],
  ['ramal with spaces', { ramal: ' 101' }, { ramal: [digitsOnly('ramal')] }],
  ['a fractional ramal', { ramal: 101.5 }, { ramal: [digitsOnly('ramal')] }],
  ['a negative ramal', { ramal: -101 }, { ramal: [digitsOnly('ramal')] }],
  ['ramal of the wrong type', { ramal: true }, { ramal: [digitsOnly('ramal')] }],
  ['ramal in a list', { ramal: [101] }, { ramal: [digitsOnly('ramal')] }],
  ['identificador_interno with a hyphen', { identificador_interno: 'ana-01' }, { identificador_interno: [letters] }],
  [
    'identificador_interno of the wrong type',
    { identificador_interno: { a: 1 } },
    { identificador_interno: ['O campo identificador_interno deve ter apenas letras e dígitos'] },
  ],
  [
    'an id_cliente nobody has',
    { ramal: 101, id_cliente: 999_999 },
    { id_cliente: ['O campo id_cliente não existe entre os clientes'] },
  ],
  [
    'a codigo_cliente nobody has',
    { ramal: 101, codigo_cliente: '999999999' },
    { codigo_cliente: ['O campo codigo_cliente não existe entre os clientes'] },
  ],
  ['id_cliente zero', { ramal: 101, id_cliente: 0 }, { id_cliente: [whole('id_cliente')] }],
  ['id_cliente in words', { ramal: 101, id_cliente: 'um' }, { id_cliente: [whole('id_cliente')] }],
  ['id_cliente as a decimal text', { ramal: 101, id_cliente: '1.0' }, { id_cliente: [whole('id_cliente')] }],
  ['id_cliente as an exponent', { ramal: 101, id_cliente: '1e2' }, { id_cliente: [whole('id_cliente')] }],
  ['id_cliente in hexadecimal', { ramal: 101, id_cliente: '0x10' }, { id_cliente: [whole('id_cliente')] }],
  ['a fractional codigo_cliente', { ramal: 101, codigo_cliente: 1.5 }, { codigo_cliente: [whole('codigo_cliente')] }],
  ['codigo_cliente as a boolean', { ramal: 101, codigo_cliente: true }, { codigo_cliente: [whole('codigo_cliente')] }],
  ['id_cliente beyond 2^53', { ramal: 101, id_cliente: '9007199254740993' }, { id_cliente: [tooBig('id_cliente')] }],
  ['id_cliente of 21 digits', { ramal: 101, id_cliente: '1'.repeat(21) }, { id_cliente: [tooBig('id_cliente')] }],
  ['a telephone with punctuation', { ramal: 101, telefone: '(37) 99991-2222' }, { telefone: [phone] }],
  ['a plus in the middle', { ramal: 101, telefone: '37+999912222' }, { telefone: [phone] }],
  ['a word that stands for no hidden number', { ramal: 101, telefone: 'anonymous1' }, { telefone: [phone] }],
  ['a plus alone', { ramal: 101, telefone: '+' }, { telefone: [phone] }],
  ['a telephone of 65 digits', { ramal: 101, telefone: '1'.repeat(65) }, { telefone: [phone] }],
  ['21 characters that are not all digits', { ramal: 101, telefone: `${'1'.repeat(20)}a` }, { telefone: [phone] }],
  ['a telephone as an object', { ramal: 101, telefone: {} }, { telefone: [phone] }],
  ['digits of another script', { ramal: 101, telefone: '٣٧٩٩٩٩١٢٢٢٢' }, { telefone: [phone] }],
  [
    'ligacao_params as a list',
    { ramal: 101, ligacao_params: [1] },
    { ligacao_params: ['O campo ligacao_params deve ser um objeto JSON'] },
  ],
  [
    'ligacao_params as a text',
    { ramal: 101, ligacao_params: '{}' },
    { ligacao_params: ['O campo ligacao_params deve ser um objeto JSON'] },
  ],
  [
    'ligacao_params above 16 KiB',
    { ramal: 101, ligacao_params: { nota: 'é'.repeat(8_200) } },
    { ligacao_params: ['O campo ligacao_params deve ter no máximo 16 KiB'] },
  ],
  [
    'everything at once, form and identifiers together',
    {
      ramal: 999,
      identificador_interno: 'a b',
      telefone: 'x',
      id_cliente: -1,
      codigo_cliente: 999_999_999,
      ligacao_params: 1,
    },
    {
      ...unknownRamal,
      identificador_interno: [letters],
      telefone: [phone],
      id_cliente: [whole('id_cliente')],
      codigo_cliente: ['O campo codigo_cliente não existe entre os clientes'],
      ligacao_params: ['O campo ligacao_params deve ser um objeto JSON'],
    },
  ],
  ['an empty list', [], { corpo: ['O corpo deve ser um objeto JSON'] }],
  ['a JSON null', 'null', { corpo: ['O corpo deve ser um objeto JSON'] }],
  ['a JSON number', '101', { corpo: ['O corpo deve ser um objeto JSON'] }],
  ['a JSON text', '"101"', { corpo: ['O corpo deve ser um objeto JSON'] }],
]

const rowsFor = (path: string): Scenario[] =>
  broken.map(([name, body, campos]) => ({
    name,
    request: { path, body },
    status: 422,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-ligacao-id': undefined, 'x-telas': undefined },
    absent: ['node_modules', 'SELECT', 'at Object.', demoToken],
    and: ({ json }) => {
      expect(json).toEqual({
        status: 'error',
        msg: 'Dados inválidos: corrija os campos indicados',
        errors: expect.any(Array),
        campos,
        id_requisicao: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect([...json.errors].sort()).toEqual(Object.values(campos).flat().sort())
    },
  }))

runScenarios(desk, 'notify refuses, with every mistake named', rowsFor(notificar))
runScenarios(desk, 'cancel refuses, with every mistake named', rowsFor(cancelar))
