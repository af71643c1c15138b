import type { Database } from '../../database/open.ts'
import type { Papel } from '../wire.ts'
import type { Auth } from './auth.ts'

export interface NewUsuario {
  usuario: string
  nome: string
  senha: string
  papel: Papel
  ramal: string | null
  identificador_interno: string | null
}

export function usuarioStore({ prisma, pool }: Database, auth: Auth) {
  return {
    /** @throws Refusal-like errors of better-auth when the name is taken or the password too short; Prisma P2002 for a ramal in use */
    async create({ usuario, nome, senha, papel, ramal, identificador_interno }: NewUsuario): Promise<number> {
      const { user } = await auth.api.createUser({
        body: {
          email: `${usuario.toLowerCase()}@alo.invalid`,
          password: senha,
          name: nome,
          role: papel,
          data: { username: usuario.toLowerCase(), ramal, identificador_interno },
        },
      })
      return Number(user.id)
    },
    list: () =>
      prisma.usuario.findMany({
        orderBy: { id: 'asc' },
        select: {
          id: true,
          usuario: true,
          nome: true,
          papel: true,
          ramal: true,
          identificador_interno: true,
          banned: true,
        },
      }),
    count: () => prisma.usuario.count(),
    /** Disables the user and ends every session at once. False when there is no such user. */
    async disable(usuario: string): Promise<boolean> {
      const { rows } = await pool.query(
        `WITH u AS (UPDATE usuario SET desativado = true, motivo_desativacao = 'desativado', atualizado_em = now() WHERE usuario = lower($1) RETURNING id),
              s AS (DELETE FROM sessao WHERE usuario_id IN (SELECT id FROM u))
         SELECT id FROM u`,
        [usuario],
      )
      return rows.length === 1
    },
  }
}

export type UsuarioStore = ReturnType<typeof usuarioStore>
