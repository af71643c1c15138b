/** Every kind of credentials that a request can have. */
export const comers = [
  'nothing',
  'atendente',
  'supervisor',
  'administrador',
  'another origin’s page with an administrator’s session',
  'a session that expired',
  'a session that ended',
  'a session that was altered',
  'a disabled user’s session',
  'a session in Authorization',
  'pbx',
  'cliente',
  'financeiro',
  'every scope',
  'no scope',
  'a revoked token',
  'an expired token',
  'an unknown token',
  'a token in the cookie',
] as const
export type Comer = (typeof comers)[number]

const people: Comer[] = ['atendente', 'supervisor', 'administrador']
const supervisors: Comer[] = ['supervisor', 'administrador']
const administrators: Comer[] = ['administrador']
const ofScope = (scope: Comer): Comer[] => [scope, 'every scope']

/** Who is let in, and the status that they get for a request without query and body. */
interface Opens {
  to: readonly Comer[]
  with: number
}

/**
 * The whole authorization of the desk, one line per address. It is written by hand and not derived from the routes, so
 * that a mistake in a route shows. A new address needs its line here. docs/interface.md: Authorization, Roles.
 */
export const opens: Record<string, Opens> = {
  'GET /api/painel/eu': { to: people, with: 200 },
  'GET /api/painel/sessoes': { to: people, with: 200 },
  'POST /api/painel/sessoes/:id/encerrar': { to: people, with: 404 },
  'POST /api/painel/sessoes/encerrar': { to: people, with: 200 },
  'GET /api/painel/pausa': { to: people, with: 200 },
  'POST /api/painel/pausa': { to: people, with: 400 },
  'POST /api/painel/pausa/encerrar': { to: people, with: 200 },
  'GET /api/painel/pausas': { to: supervisors, with: 200 },
  'GET /api/painel/usuarios': { to: administrators, with: 200 },
  'POST /api/painel/usuarios': { to: administrators, with: 400 },
  'POST /api/painel/usuarios/:id': { to: administrators, with: 400 },
  'POST /api/painel/usuarios/:id/desativar': { to: administrators, with: 404 },
  'POST /api/painel/usuarios/:id/reativar': { to: administrators, with: 404 },
  'POST /api/painel/usuarios/:id/convite': { to: administrators, with: 404 },
  'GET /api/painel/usuarios/:id/sessoes': { to: administrators, with: 404 },
  'POST /api/painel/usuarios/:id/sessoes/encerrar': { to: administrators, with: 404 },
  'POST /api/painel/usuarios/:id/sessoes/:sessao/encerrar': { to: administrators, with: 422 },
  'GET /api/painel/tokens': { to: administrators, with: 200 },
  'POST /api/painel/tokens': { to: administrators, with: 400 },
  'POST /api/painel/tokens/:id/revogar': { to: administrators, with: 404 },
  'GET /api/painel/tokens/:id/uso': { to: administrators, with: 404 },
  'GET /api/painel/central': { to: administrators, with: 200 },
  'GET /api/painel/central/:id': { to: administrators, with: 404 },
  'POST /api/painel/central/:id/tocar': { to: administrators, with: 404 },
  'POST /api/painel/central/:id/parar/:ligacao': { to: administrators, with: 404 },
  'POST /api/painel/usuarios/importar': { to: administrators, with: 400 },
  'GET /api/painel/filas': { to: people, with: 200 },
  'POST /api/painel/filas': { to: administrators, with: 400 },
  'GET /api/painel/ajustes': { to: administrators, with: 200 },
  'POST /api/painel/ajustes': { to: administrators, with: 400 },
  'GET /api/painel/motivos_pausa': { to: people, with: 200 },
  'POST /api/painel/motivos_pausa': { to: administrators, with: 400 },
  'GET /api/painel/auditoria': { to: administrators, with: 200 },
  'GET /api/painel/auditoria/exportar': { to: administrators, with: 200 },
  'GET /api/painel/atendimentos': { to: people, with: 200 },
  'PATCH /api/painel/atendimentos/:id': { to: people, with: 400 },
  'GET /api/painel/atendimentos/lista': { to: people, with: 200 },
  'GET /api/painel/atendimentos/exportar': { to: supervisors, with: 200 },
  'GET /api/painel/atendimentos/:id': { to: people, with: 404 },
  'GET /api/painel/atendimentos/:id/modelos': { to: people, with: 404 },
  'POST /api/painel/atendimentos/:id/passar': { to: people, with: 400 },
  'POST /api/painel/atendimentos/:id/passar/desfazer': { to: people, with: 400 },
  'POST /api/painel/atendimentos/:id/cliente': { to: people, with: 400 },
  'GET /api/painel/colegas': { to: people, with: 200 },
  'GET /api/painel/opcoes_atendimento': { to: people, with: 200 },
  'POST /api/painel/opcoes_atendimento': { to: administrators, with: 400 },
  'POST /api/painel/opcoes_atendimento/:id': { to: administrators, with: 400 },
  'GET /api/painel/modelos_texto': { to: supervisors, with: 200 },
  'POST /api/painel/modelos_texto': { to: supervisors, with: 400 },
  'POST /api/painel/modelos_texto/:id': { to: supervisors, with: 400 },
  'GET /api/painel/clientes': { to: supervisors, with: 200 },
  'GET /api/painel/clientes/busca': { to: people, with: 422 },
  'GET /api/painel/clientes/busca/total': { to: people, with: 422 },
  'GET /api/painel/clientes/total': { to: supervisors, with: 200 },
  'GET /api/painel/clientes/pacotes': { to: supervisors, with: 200 },
  'GET /api/painel/clientes/opcoes': { to: supervisors, with: 200 },
  'GET /api/painel/clientes/exportar': { to: supervisors, with: 422 },
  'GET /api/painel/clientes/:id': { to: supervisors, with: 404 },
  // Agents need one of their own calls; without one the customer is not found.
  'GET /api/painel/clientes/:id/linha_do_tempo': { to: people, with: 404 },
  'GET /api/painel/clientes/:id/acessos': { to: supervisors, with: 200 },
  'POST /api/painel/clientes/:id/documento': { to: people, with: 404 },
  'POST /api/painel/faturamento': { to: supervisors, with: 400 },
  'GET /api/painel/faturamento': { to: supervisors, with: 200 },
  'GET /api/painel/faturamento/totais': { to: supervisors, with: 200 },
  'GET /api/painel/faturamento/autores': { to: supervisors, with: 200 },
  'GET /api/painel/faturamento/exportar': { to: supervisors, with: 200 },
  'POST /api/painel/faturamento/:id/estorno': { to: supervisors, with: 400 },
  'GET /api/painel/tipos_servico': { to: supervisors, with: 200 },
  'POST /api/painel/tipos_servico': { to: administrators, with: 400 },
  'POST /api/painel/tipos_servico/:id': { to: administrators, with: 400 },
  'GET /api/painel/ligacoes': { to: people, with: 200 },
  'GET /api/painel/ligacoes/:id/contexto': { to: people, with: 404 },
  'POST /api/painel/ligacoes/:id/fechar': { to: people, with: 404 },
  'POST /api/painel/ligacoes/:id/atender': { to: people, with: 404 },
  'POST /api/painel/ligacoes/:id/caiu': { to: people, with: 404 },
  'POST /api/painel/ligacoes/:id/reabrir': { to: people, with: 404 },
  'POST /api/painel/ligacoes/:id/cliente': { to: people, with: 400 },
  'POST /api/painel/ligacoes/:id/atendimento': { to: people, with: 404 },
  'GET /api/painel/ligacoes/exportar': { to: supervisors, with: 200 },
  'GET /api/painel/ligacoes/usuarios': { to: supervisors, with: 200 },
  'GET /api/painel/perdidas/exportar': { to: supervisors, with: 200 },
  'GET /api/painel/perdidas': { to: people, with: 200 },
  'GET /api/painel/perdidas/caidas': { to: people, with: 200 },
  'GET /api/painel/perdidas/total': { to: people, with: 200 },
  'POST /api/painel/perdidas/:id/assumir': { to: people, with: 404 },
  'POST /api/painel/perdidas/:id/devolver': { to: people, with: 404 },
  'POST /api/painel/perdidas/tratar': { to: people, with: 400 },
  'POST /api/painel/perdidas/reabrir': { to: people, with: 400 },
  'GET /api/painel/ligacoes/diagnostico': { to: supervisors, with: 200 },
  'GET /api/painel/lembretes': { to: people, with: 200 },
  'POST /api/painel/lembretes': { to: people, with: 400 },
  'POST /api/painel/lembretes/:id/feito': { to: people, with: 404 },
  'POST /api/painel/lembretes/:id/adiar': { to: people, with: 404 },
  'GET /api/v1/integracao/cliente': { to: ofScope('cliente'), with: 422 },
  'GET /api/v1/integracao/cliente/all': { to: ofScope('cliente'), with: 200 },
  'GET /api/v1/integracao/configuracao/tipo_servico': { to: ofScope('financeiro'), with: 200 },
  'POST /api/v1/integracao/financeiro/evento_faturamento': { to: ofScope('financeiro'), with: 400 },
  'POST /api/v1/integracao/pbx/ligacao/notificar': { to: ofScope('pbx'), with: 400 },
  'POST /api/v1/integracao/pbx/ligacao/cancelar': { to: ofScope('pbx'), with: 400 },
  'POST /api/v1/integracao/pbx/ligacao/consultar': { to: ofScope('pbx'), with: 400 },
  'GET /api/v1/integracao/pbx/ramais': { to: ofScope('pbx'), with: 200 },
}

/** Addresses without authentication: they show nobody's data. */
export const openToAll = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'POST /api/primeiro-acesso',
  'POST /api/senha',
  'POST /api/senha/convite',
  'POST /api/auth/sign-in/username',
  'POST /api/auth/sign-out',
]

/** Whether the address can identify the sender: then a refusal is 403 (forbidden) and not 401 (unknown). */
export const known = (address: string, comer: Comer): boolean =>
  address.includes('/integracao/')
    ? ['pbx', 'cliente', 'financeiro', 'every scope', 'no scope'].includes(comer)
    : [...people, 'another origin’s page with an administrator’s session'].includes(comer)
