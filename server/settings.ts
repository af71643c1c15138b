import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import * as z from 'zod'

const integer = (least: number, most: number, fallback: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((number) => least <= number && number <= most, error)
    .default(fallback)
}

const flag = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on')
  .optional()

const timeZone = z.string().refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('pt-BR', { timeZone: name }))
    } catch {
      return false
    }
  },
  { error: 'must be an IANA time zone such as America/Sao_Paulo' },
)

/** An address, an IPv6 one with or without brackets, or a name. */
const host = z
  .string()
  .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => isIP(text) !== 0 || /^(?=.*[a-z])[a-z0-9._-]+$/i.test(text), {
    error: 'must be an address of this machine, 0.0.0.0 or :: for all of them, or a name',
  })

/** An origin, written as browsers write it, because it is compared with what they send. */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must begin with https:// or http://', abort: true })
  .refine((text) => /^[^/]+:\/\/[^/?#\\]+\/*$/.test(text), {
    error: 'must end with the name or its port: the desk lives below no path of another',
    abort: true,
  })
  .refine((text) => !text.includes('@'), {
    error: 'must have no user and no password: whoever opens it would see them',
  })
  .transform((text) => new URL(text).origin)

const databaseForm = 'must be postgresql://user:password@host:5432/name, with # / ? @ of a password as %23 %2F %3F %40'
/** A `#`, or an `@` after the host, is part of a password, whose rest would pass for a host and a name. */
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: databaseForm, abort: true })
  .refine((text) => /^[^/]+:\/\/[^/?#]*(\/[^@?#]*)?(\?[^#]*)?$/.test(text), { error: databaseForm })

/** `~` and `$HOME` are refused: no shell expands them in `.env` or in a systemd unit. */
const folder = z
  .string()
  .refine((text) => !/^[~$]/.test(text), {
    error: 'must be written out, such as /home/alo/data: ~ and $HOME would be folders of that name',
  })
  .refine((text) => text.trim() === text, { error: 'must neither begin nor end with a blank' })
  .optional()

/** A name that proxy-addr knows, or an address, maybe with a prefix length. proxy-addr alone takes 1 for 0.0.0.1. */
const isProxy = (text: string) =>
  /^(loopback|linklocal|uniquelocal)$/.test(text) || isIP(text.replace(/\/[^/]*$/, '')) !== 0

/** Addresses or networks, separated by commas. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => {
      try {
        return parts.every(isProxy) && Boolean(compile(parts))
      } catch {
        return false
      }
    },
    { error: 'must be addresses or networks, separated by commas, such as 127.0.0.1,10.0.0.0/8' },
  )

/** 32 bytes in base64 or hexadecimal. */
const secretKey = z
  .string()
  .refine((text) => /^[0-9a-f]{64}$/i.test(text) || /^[A-Za-z0-9+/_-]{42}[AEIMQUYcgkosw048]=?$/.test(text), {
    error: 'must be 32 bytes in base64 or hexadecimal: openssl rand -base64 32',
  })
  .optional()

/** Brazil's area codes, as in `isDdd` of server/telefone: repeated, because settings import nothing of ours. */
const ddd = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/

/** Every setting, its unit and its default. `.env.example` tells operators the same. */
export const environment = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl.optional(),
  PUBLIC_URL: publicUrl.optional(),
  /** The proxies whose X-Forwarded-* headers are believed. */
  TRUST_PROXY: proxies.optional(),
  LISTA_CACHE_SEGUNDOS: integer(0, 86_400, 60),
  /** The provider's name, as agents see it where they sign in. */
  NOME_PROVEDOR: z.string().trim().max(60, 'must have at most 60 characters').optional(),
  DDD_PADRAO: z.string().regex(ddd, 'must be an area code of Brazil, such as 37').optional(),
  TZ_DESK: timeZone.default('America/Sao_Paulo'),
  SESSION_SECRET: z
    .string()
    .refine((text) => text.trim().length >= 32, 'must have at least 32 characters')
    .optional(),
  /** Seals the passwords of customers' connections. The previous key stays known until all of them are sealed anew. */
  CHAVE_SENHAS: secretKey,
  CHAVE_SENHAS_ANTERIOR: secretKey,
  /** Trimmed, because an HTTP header does not keep blanks at its end. */
  METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  LIMITE_REQUISICOES_SEGUNDO: integer(1, 1_000_000, 100),
  LIMITE_ENTRADAS_MINUTO: integer(1, 1_000_000, 10),
  SAIDA_SEGUNDOS: integer(0, 10, 3),
  /** What one user may do in an hour: show whole documents, search by document, choose customers for calls. */
  LIMITE_REVELACOES_HORA: integer(1, 1_000_000, 60),
  LIMITE_BUSCAS_DOCUMENTO_HORA: integer(1, 1_000_000, 120),
  LIMITE_CLIENTES_ESCOLHIDOS_HORA: integer(1, 1_000_000, 120),
  /** Days after which the desk deletes them; 0 is never. The database keeps the record for a year, whatever is set. */
  RETENCAO_CHAMADAS_DIAS: integer(0, 36_500, 1_095),
  RETENCAO_ATENDIMENTOS_DIAS: integer(0, 36_500, 1_095),
  RETENCAO_RASTROS_DIAS: integer(0, 36_500, 30),
  RETENCAO_AUDITORIA_DIAS: integer(0, 36_500, 1_826).refine((n) => n === 0 || n >= 365, 'must be 0 or at least 365'),
  LIMITE_ENCERRAMENTO_SEGUNDOS: integer(0, 3_600, 20),
  LIMITE_TOKENS_ERRADOS_MINUTO: integer(1, 1_000_000, 30),
  SESSAO_OCIOSA_MINUTOS: integer(5, 525_600, 10_080),
  SESSAO_MAXIMA_HORAS: integer(1, 8_760, 720),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  DEMO_PBX: flag.default(true),
  /** The folder of the automatic backups; without it there are none. */
  BACKUP_PASTA: folder,
  BACKUP_INTERVALO_HORAS: integer(1, 8_760, 24),
  BACKUP_MANTER: integer(1, 10_000, 7),
})
