import { motivo, nomeOf } from '../../acesso/rows/pausa.ts'
import type { Database } from '../../database/database.ts'
import type { Pedido } from '../rules/pedido.ts'

/** What else is known of requests: their calls, their people, and pauses that may have been in force. */
export async function knownOf({ prisma }: Database, pedidos: readonly Pedido[]) {
  const ids = pedidos.flatMap(({ ligacao }) => ligacao ?? [])
  const ramais = pedidos.flatMap(({ ramal }) => ramal ?? [])
  const instants = pedidos.map(({ em }) => Date.parse(em))
  const [first, last] = [new Date(Math.min(...instants)), new Date(Math.max(...instants))]
  const called = pedidos.flatMap(({ usuario_id }) => usuario_id ?? [])
  const [windows, usuarios, pausas] = await Promise.all([
    prisma.ligacao.findMany({
      where: { id: { in: ids } },
      select: {
        ...{ id: true, usuario_id: true, aberta_em: true, toque_entregue: true, exibida_em: true },
        ...{ atendida_em: true, encerrada_em: true, encerrada_por: true },
      },
    }),
    prisma.usuario.findMany({
      where: { OR: [{ id: { in: called } }, { ramal: { in: ramais } }] },
      select: { id: true, nome: true, ramal: true, banned: true },
    }),
    prisma.pausa.findMany({
      where: { usuario_id: { in: called }, desde: { lte: last }, OR: [{ ate: null }, { ate: { gte: first } }] },
      select: { ...motivo, usuario_id: true, desde: true, ate: true },
    }),
  ])
  const byId = new Map(windows.map(({ id, ...window }) => [id, window]))
  return {
    windowOf: ({ ligacao }: Pedido) => (ligacao ? (byId.get(ligacao) ?? null) : null),
    usuarioOf({ usuario_id, ramal }: Pedido) {
      const found = usuarios.find((each) => (usuario_id ? each.id === usuario_id : ramal && each.ramal === ramal))
      return found ? { nome: found.nome, ativo: found.banned !== true } : null
    },
    /** The name of the reason of the pause that was in force; null if there was none. */
    pausaOf({ usuario_id, em }: Pedido): string | null {
      const at = new Date(em)
      const inForce = pausas.find(
        ({ desde, ate, ...each }) => each.usuario_id === usuario_id && desde <= at && (ate === null || ate > at),
      )
      return inForce ? nomeOf(inForce) : null
    },
  }
}

/** The person who has the extension now. */
export const usuarioWithRamal = ({ prisma }: Database, ramal: string) =>
  prisma.usuario.findUnique({ where: { ramal }, select: { id: true, nome: true } })

/** How many windows stand open. */
export const countWindows = ({ prisma }: Database) => prisma.ligacaoAberta.count()

/** The tokens with these hashes (SHA-256 of the secret), by hash: their names, and whether revoked or expired. */
export async function reasonsOf({ prisma }: Database, hashes: string[]) {
  const rows = await prisma.token.findMany({
    where: { hash: { in: hashes } },
    select: { hash: true, nome: true, revogado_em: true },
  })
  return new Map(
    rows.map(({ hash, nome, revogado_em }) => [hash, { nome, motivo: revogado_em ? 'revogado' : 'vencido' }]),
  )
}
