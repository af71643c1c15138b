import type { Papel } from '../wire.ts'

/** Who answers for a team: what the server opens to them alone, screens show to them alone. docs/interface.md: Authorization. */
export const supervisao = ['supervisor', 'administrador'] as const satisfies readonly Papel[]
export const eDaSupervisao = (papel: Papel) => supervisao.some((each) => each === papel)

export const todosPapeis: readonly Papel[] = ['atendente', ...supervisao]
