import { administrationRoutes } from './acesso/routes/administration.ts'
import { ajustesRoutes } from './acesso/routes/ajustes.ts'
import { pausaRoutes } from './acesso/routes/pausa.ts'
import { sessionRoutes } from './acesso/routes/session.ts'
import { atendimentoRoutes } from './atendimento/routes/atendimento.ts'
import { opcoesRoutes } from './atendimento/routes/opcoes.ts'
import { auditoriaRoutes } from './auditoria/routes.ts'
import { clienteIntegrationRoutes, clientePainelRoutes } from './cliente/routes.ts'
import { contextoRoutes } from './contexto/routes.ts'
import { financeiroRoutes } from './faturamento/routes/integration.ts'
import { faturamentoRoutes } from './faturamento/routes/supervisor.ts'
import { historicoRoutes } from './historico/routes.ts'
import type { Route } from './http/route.ts'
import { lembreteRoutes } from './lembrete/routes.ts'
import { ligacaoRoutes } from './ligacao/routes/agent.ts'
import { centralRoutes } from './ligacao/routes/central.ts'
import { pbxRoutes } from './ligacao/routes/pbx.ts'
import { listagemRoutes } from './listagem/routes.ts'
import { perdidasRoutes } from './perdida/routes.ts'
import { rastroRoutes } from './rastro/routes.ts'

/** Every route of the desk but sign-in, health and metrics. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...pausaRoutes,
  ...administrationRoutes,
  ...ajustesRoutes,
  ...auditoriaRoutes,
  ...opcoesRoutes,
  ...listagemRoutes,
  ...clienteIntegrationRoutes,
  ...clientePainelRoutes,
  ...financeiroRoutes,
  ...faturamentoRoutes,
  ...pbxRoutes,
  ...ligacaoRoutes,
  ...centralRoutes,
  ...rastroRoutes,
  ...historicoRoutes,
  ...contextoRoutes,
  ...perdidasRoutes,
  ...lembreteRoutes,
  ...atendimentoRoutes,
]
