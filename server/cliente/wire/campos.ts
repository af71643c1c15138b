import { z } from 'zod'
import { identificadorSchema } from './identificador.ts'
import { momentoSchema } from './momento.ts'

/** spec: Customer, the fields before the dates, in the table's order. */
export const clienteCampos = {
  id_cliente: identificadorSchema,
  codigo_cliente: identificadorSchema,
  nome_razaosocial: z.string(),
  nome_fantasia: z.string().nullable(),
  tipo_pessoa: z.string(),
  /** Digits only; letters appear in the alphanumeric CNPJ issued from July 2026 on, and nowhere else. */
  cpf_cnpj: z.string().regex(/^(\d*|[0-9A-Z]{12}\d{2})$/, 'deve ter só dígitos'),
  telefone_primario: z.string(),
  telefone_secundario: z.string(),
  telefone_terciario: z.string(),
  email_principal: z.string().nullable(),
  email_secundario: z.string().nullable(),
  rg: z.string().nullable(),
  rg_emissao: z.string().nullable(),
  inscricao_municipal: z.string().nullable(),
  inscricao_estadual: z.string().nullable(),
}

/** `data_nascmento` is spelled exactly so in the spec; null only where imported data lacked it. */
export const clienteDatas = {
  data_cadastro: momentoSchema,
  data_nascmento: momentoSchema.nullable(),
}
