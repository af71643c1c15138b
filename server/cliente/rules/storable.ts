import type { Mistakes } from '../../refusal.ts'
import type { ExportedCliente } from '../wire/import.ts'

/**
 * What the database could not hold without changing it, by field path (`servicos[0].valor`): texts with a NUL or half a
 * surrogate pair, more decimals than money has, one key twice in a record. Null when it can hold everything.
 */
export function findUnstorable(record: ExportedCliente): Mistakes | null {
  const mistakes: Mistakes = {}
  const report = (field: string, sentence: string) => {
    mistakes[field] = [...(mistakes[field] ?? []), sentence]
  }
  if (!isText(record)) walkTexts(record, '', report)
  checkServicos(record, report)
  return Object.keys(mistakes).length > 0 ? mistakes : null
}

/** Whether the database can hold all texts in the value. Nearly always it can, and then no field path need be built. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  for (const name in value) if (!isText((value as Record<string, unknown>)[name])) return false
  return true
}

type Report = (field: string, sentence: string) => void

function walkTexts(value: unknown, path: string, report: Report): void {
  if (typeof value === 'string') {
    if (!isText(value)) report(path, 'has a character that is no text')
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walkTexts(item, `${path}[${index}]`, report)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) walkTexts(item, path === '' ? key : `${path}.${key}`, report)
  }
}

function checkServicos(record: ExportedCliente, report: Report): void {
  const servicos = new Set<number>()
  const senhas = new Set<number>()
  record.servicos.forEach((servico, index) => {
    const path = `servicos[${index}]`
    if (Number(servico.valor.toFixed(4)) !== servico.valor) report(`${path}.valor`, 'must have 4 decimals at most')
    if (servicos.has(servico.id_cliente_servico)) report(`${path}.id_cliente_servico`, 'is twice in this customer')
    servicos.add(servico.id_cliente_servico)
    servico.senhas.forEach((senha, place) => {
      const field = `${path}.senhas[${place}].id_cliente_servico_senha`
      if (senhas.has(senha.id_cliente_servico_senha)) report(field, 'is twice in this customer')
      senhas.add(senha.id_cliente_servico_senha)
    })
  })
}
