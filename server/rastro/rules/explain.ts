import type { KnownLigacao } from '../../ligacao/rules/call.ts'
import type { Silencio } from '../../ligacao/wire/ligacao.ts'
import type { Etapa, Rastro } from '../wire.ts'
import { type Pedido, rang, type SemResposta } from './pedido.ts'

/** How the window of a request fared, as its call and its person's screens tell it. */
export interface Window {
  aberta_em: Date
  toque_entregue: Date | null
  exibida_em: Date | null
  atendida_em: Date | null
  encerrada_em: Date | null
  encerrada_por: KnownLigacao['encerrada_por']
}

/** What is known beside the request itself. */
interface Known {
  /** Whom it rang; where it was refused, whose the extension is. */
  usuario: { nome: string; ativo: boolean } | null
  window: Window | null
  /** Why the person was in a pause when it rang. */
  pausa: string | null
  /** Why a screen that drew the window made no sound. */
  som: Silencio | null
}

type Explained = Pick<Rastro, 'frase' | 'tom'>
const bom = (frase: string): Explained => ({ frase, tom: 'bom' })
const neutro = (frase: string): Explained => ({ frase, tom: 'neutro' })
const ruim = (frase: string): Explained => ({ frase, tom: 'ruim' })

/** Pure. What became of a request, in one sentence that says what to do where something is amiss. */
export function explain(pedido: Pedido, known: Known): Explained {
  const said = explainDone(pedido, known)
  if (pedido.motivo !== 'nao_esperou') return said
  return ruim(`${said.frase} A central não esperou pela resposta: veja o prazo com que ela chama o Alô, e a rede.`)
}

function explainDone(pedido: Pedido, known: Known): Explained {
  const { operacao, vezes = 1, status } = pedido
  if (status >= 400) {
    const said = explainRefusal(pedido, known.usuario)
    return ruim(vezes > 1 ? `${vezes} vezes no mesmo minuto: ${said}` : said)
  }
  if (operacao === 'consultar') return neutro('A central consultou uma chamada.')
  const chamada = known.usuario ? `a chamada de ${known.usuario.nome}` : 'a chamada'
  switch (pedido.decisao) {
    case 'abriu':
    case 'reabriu':
    case 'tocou_de_novo':
      return explainRing(pedido, known)
    case 'repetida':
      return neutro('Retransmissão: a janela desta chamada já estava aberta, e não toca outra vez.')
    case 'cancelada_antes':
      return ruim(
        'Não tocou: o cancelamento da mesma chamada chegou antes da notificação. Ela ficou entre as perdidas. Veja em que ordem a central envia.',
      )
    case 'atrasada':
      return ruim('Não tocou: a notificação chegou quando a mesma chamada tinha acabado de terminar.')
    case 'atendida':
      return bom(`A central disse que atenderam ${chamada}.`)
    case 'encerrada':
      return neutro(`A central disse que ${chamada} terminou.`)
    case 'ja_sabida':
      return neutro('A central disse o que o Alô já sabia desta chamada: nada mudou.')
    case 'desconhecida':
      return ruim(
        'A central falou de uma chamada que não notificou antes: nada toca por isso. Notifique com a mesma chave.',
      )
    case 'fechou':
      return neutro(`O cancelamento fechou a janela: ${chamada} terminou.`)
    case 'marcou':
      return ruim('O cancelamento chegou antes da notificação: a chamada que vier com esta chave ou telefone não toca.')
    default:
      return neutro('O cancelamento não achou janela aberta: nada a fechar.')
  }
}

/** Two times of one event differ by less (two clocks, rounding); two rings of one call are further apart. */
const roundingMs = 1_000

/** Pure. Whether a window opened for a request or was open by then: a later round of the call opens it anew. */
const isItsWindow = ({ em, ms }: Pick<Pedido, 'em' | 'ms'>, { aberta_em }: Pick<Window, 'aberta_em'>) =>
  aberta_em.getTime() <= Date.parse(em) + ms + roundingMs

/** Pure. Whether a screen that told something at that instant told it of this opening of the window. */
export const isSince = (em: string, { aberta_em }: Pick<Window, 'aberta_em'>) =>
  Date.parse(em) >= aberta_em.getTime() - roundingMs

const instantEndMs = 1_000

function explainRing(pedido: Pedido, { usuario, window, pausa, som }: Known): Explained {
  const { em, decisao, telas = 0 } = pedido
  const after = (instant: Date) => instant.getTime() - Date.parse(em)
  const nome = usuario?.nome ?? 'a pessoa'
  const again = decisao === 'abriu' ? '' : ' (a central tocou de novo)'
  if (!window) return neutro(`A janela de ${nome} abriu${again}; a chamada já foi esquecida pelo prazo de retenção.`)
  const alone = `Não tocou: ${nome} não tinha nenhuma tela do Alô aberta.`
  if (!isItsWindow(pedido, window)) {
    const later = 'A central tocou a mesma chamada outra vez depois'
    if (telas === 0) return ruim(`${alone} ${later}.`)
    return neutro(`A tela de ${nome} foi avisada${again}. ${later}, e só desse toque se sabe se a janela apareceu.`)
  }
  const { toque_entregue, exibida_em, encerrada_em, encerrada_por } = window
  if (exibida_em) {
    const late = telas === 0 ? ` só quando ${nome} abriu uma tela` : ` na tela de ${nome}`
    const shown = `A janela apareceu${late}, ${duration(after(exibida_em))} depois do toque${again}`
    if (pausa) return ruim(`${shown}, sem som: ${nome} estava em pausa (${pausa}).`)
    const which = telas > 1 ? 'uma das telas' : 'essa tela'
    if (som === 'mudo') return ruim(`${shown}, sem som: ${which} está em “Não perturbe” ou com o toque desligado.`)
    if (som === 'bloqueado')
      return ruim(`${shown}, sem som: o navegador cala ${which} até que se clique nela. Peça um clique após entrar.`)
    return telas === 0 ? ruim(`${shown}.`) : bom(`${shown}.`)
  }
  if (telas === 0) {
    const since = encerrada_em ? `foi fechada ${endedBy[encerrada_por ?? 'prazo']}` : 'espera por quem entrar'
    return ruim(`${alone} A janela ${since}.`)
  }
  if (encerrada_em && after(encerrada_em) < instantEndMs)
    return neutro(`A chamada terminou antes que a tela de ${nome} desenhasse a janela.`)
  const told = toque_entregue ? 'recebeu o aviso' : 'devia receber o aviso'
  return ruim(
    `Não tocou: a tela de ${nome} ${told} e não desenhou a janela. A aba está congelada pelo navegador ou sem rede: recarregue-a.`,
  )
}

type Refused = Pick<Pedido, 'status' | 'motivo' | 'token' | 'recusa' | 'ramal'>

/** Pure. Why a request was refused, and what to do; `usuario`: whose the extension is. */
export function explainRefusal(
  { status, motivo, token, recusa = [], ramal }: Refused,
  usuario: Known['usuario'] = null,
): string {
  const said = recusa.join('; ')
  const which = token ? `o token “${token}”` : 'o token'
  if (motivo === 'vencido') return `Recusada: ${which} venceu. Crie outro em Administração e ponha-o na central.`
  if (motivo === 'revogado') return `Recusada: ${which} foi revogado. Crie outro em Administração e ponha-o na central.`
  if (motivo === 'desconhecido')
    return 'Recusada: o token enviado não existe nesta mesa. Veja se foi copiado inteiro, e para o endereço certo.'
  if (motivo === 'encerrado')
    return 'Sem resposta: o processo do Alô que a recebeu encerrou antes de responder, e não se sabe o que foi feito dela. A central deve enviar de novo.'
  if (status === 429 && token)
    return `Recusada: requisições demais com ${which} de uma vez. A central deve esperar o que Retry-After diz e enviar de novo.`
  if (status === 429)
    return 'Recusada: vieram tokens errados demais deste endereço. Veja se o token da central foi copiado inteiro.'
  if (status === 401) return 'Recusada: veio sem token. A central deve enviar o cabeçalho Authorization: Bearer …'
  if (status === 422 && usuario && !usuario.ativo)
    return `Recusada: o ramal ${ramal} é de ${usuario.nome}, que está sem acesso. Reative a pessoa em Administração.`
  return `Recusada (${status}): ${said}`
}

const duration = (ms: number) =>
  ms < 1_000 ? `${Math.max(0, ms)} ms` : `${(ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`

const deciding: Partial<Record<string, string>> = {
  abriu: 'abrir a janela',
  reabriu: 'segunda rodada: abrir a janela outra vez',
  tocou_de_novo: 'segunda rodada: tocar outra vez',
  repetida: 'retransmissão: não tocar outra vez',
  cancelada_antes: 'cancelada antes: só registrar',
  atrasada: 'terminada há pouco: não abrir',
  atendida: 'marcar como atendida',
  encerrada: 'encerrar',
  ja_sabida: 'já se sabia: nada a fazer',
  desconhecida: 'chamada desconhecida: nada a fazer',
  fechou: 'fechar a janela',
  marcou: 'esperar pela notificação',
  nada: 'nada a fechar',
}

const semResposta: Partial<Record<string, string>> = {
  nao_esperou: 'a conexão fechou antes',
  encerrado: 'o processo encerrou',
} satisfies Record<SemResposta, string>

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** Pure. The stages that a request and its window came to, in order. */
export function stagesOf(pedido: Pedido, { usuario, window, som, pausa }: Known): Etapa[] {
  const { ip, token, lida, gravada, ms, status, decisao, clientes, telas, recusa, ramal, identificador_interno } =
    pedido
  const unanswered = semResposta[pedido.motivo ?? '']
  const since = Date.parse(pedido.em)
  const at = (instant: Date | null | undefined) => (instant ? Math.max(0, instant.getTime() - since) : null)
  const stages: (Etapa | false)[] = [
    { etapa: 'Chegou', ms: 0, detalhe: `de ${ip}` },
    (token !== undefined || lida !== undefined) && {
      etapa: 'Token e corpo lidos',
      ms: lida ?? null,
      detalhe: token ? `token “${token}”` : null,
    },
    (ramal !== undefined || identificador_interno !== undefined) && {
      etapa: 'Ramal',
      ms: null,
      detalhe: `${ramal ?? identificador_interno} → ${usuario?.nome ?? 'ninguém'}`,
    },
    clientes !== undefined && {
      etapa: 'Telefone',
      ms: null,
      detalhe: clientes === 0 ? 'nenhum cliente' : counted(clientes, 'cliente', 'clientes'),
    },
    decisao !== undefined && { etapa: 'Decisão', ms: gravada ?? null, detalhe: deciding[decisao] ?? decisao },
    telas !== undefined && { etapa: 'Avisada', ms: null, detalhe: counted(telas, 'tela', 'telas') },
    {
      etapa: unanswered ? 'Sem resposta' : `Respondida com ${status}`,
      ms,
      detalhe: unanswered ?? recusa?.join('; ') ?? null,
    },
  ]
  if (window && isItsWindow(pedido, window) && rang(pedido)) {
    const quiet = pausa ? `sem som: pausa (${pausa})` : som ? 'sem som' : null
    stages.push(
      {
        etapa: 'Janela na tela',
        ms: at(window.exibida_em),
        detalhe: window.exibida_em ? quiet : window.encerrada_em ? 'não' : 'ainda não',
      },
      window.atendida_em !== null && { etapa: 'Atendida', ms: at(window.atendida_em), detalhe: null },
      window.encerrada_em !== null && {
        etapa: 'Encerrada',
        ms: at(window.encerrada_em),
        detalhe: endedBy[window.encerrada_por ?? 'prazo'],
      },
    )
  }
  return stages.filter((each) => each !== false)
}

const endedBy: Record<NonNullable<KnownLigacao['encerrada_por']>, string> = {
  central: 'pela central',
  atendente: 'pelo atendente',
  grupo: 'porque um colega atendeu',
  prazo: 'pelo prazo',
}
