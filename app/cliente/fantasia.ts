import type { ClienteResumo } from '#server/cliente/wire/resumo'

/** The trade name, where it says more than the name beside it. */
export const fantasiaDe = ({
  nome_fantasia,
  nome_razaosocial,
}: Pick<ClienteResumo, 'nome_fantasia' | 'nome_razaosocial'>) =>
  nome_fantasia !== nome_razaosocial ? nome_fantasia : null
