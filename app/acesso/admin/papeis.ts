import type { Papel } from '#server/acesso/wire'

/** Roles as the screens call them. */
export const papeis: Record<Papel, string> = {
  atendente: 'Atendente',
  supervisor: 'Supervisão',
  administrador: 'Administração',
}
