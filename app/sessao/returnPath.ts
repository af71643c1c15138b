/** Where to go after signing in: a path of this same origin, or the desk. Anything else could send the agent elsewhere. */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('voltar')
  if (!wanted?.startsWith('/')) return '/painel'
  const target = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (target?.origin !== origin || target.pathname === '/entrar') return '/painel'
  return target.pathname + target.search
}
