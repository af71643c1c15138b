import type { Papel } from '../wire.ts'

/**
 * The roles that answer for a team. What the server opens only to them, screens show only to them.
 * docs/interface.md: Authorization.
 */
export const supervisao = ['supervisor', 'administrador'] as const satisfies readonly Papel[]
export const eDaSupervisao = (papel: Papel) => supervisao.some((each) => each === papel)

export const todosPapeis: readonly Papel[] = ['atendente', ...supervisao]
