import type { Database } from '../../database/database.ts'

/** Whose calls are open, and whether one of them is attended. */
export async function openCallsByUsuario({ prisma }: Database): Promise<Map<number, { attended: boolean }>> {
  const rows = await prisma.ligacao.groupBy({
    by: ['usuario_id'],
    where: { estado: 'aberta' },
    _count: { atendida_em: true },
  })
  return new Map(rows.map(({ usuario_id, _count }) => [usuario_id, { attended: _count.atendida_em > 0 }]))
}
