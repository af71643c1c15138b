import { supervisao } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'

/** Roles as the screens call them. */
export const papeis: Record<Papel, string> = {
  atendente: 'Atendente',
  supervisor: 'Supervisão',
  administrador: 'Administração',
}
export const todosPapeis: readonly Papel[] = ['atendente', ...supervisao]
