import { Anchor, Badge, Text, Timeline, type TimelineItemProps } from '@mantine/core'
import { IconNotes, IconPhoneIncoming, IconPhoneOff, IconReceipt2 } from '@tabler/icons-react'
import Link from 'next/link'
import { type ReactNode, useId, useState } from 'react'
import type { ItemDaLinha, ItemDe } from '#server/historico/wire'
import { EstadoAtendimento } from '../../atendimento/EstadoAtendimento.tsx'
import { duracao, nomeDoAutor, quando, reais } from '../../ui/format.ts'
import { Sub } from '../../ui/Sub.tsx'
import { VerMais } from '../../ui/VerMais.tsx'
import { endedBy, estadoDaChamada } from '../estadosDaChamada.ts'
import classes from './linhaDoTempo.module.css'

interface Props extends Partial<TimelineItemProps> {
  item: ItemDaLinha
  id_cliente: number | string
}

/** Timeline hands its items what they need to draw the line. */
export function ItemLinha({ item, id_cliente, ...line }: Props) {
  if (item.tipo === 'chamada') return <Chamada {...line} chamada={item} />
  if (item.tipo === 'atendimento') return <Atendimento {...line} atendimento={item} />
  return <Faturamento {...line} evento={item} id_cliente={id_cliente} />
}

interface ItemProps extends Partial<TimelineItemProps> {
  Icone: typeof IconNotes
  nome: ReactNode
  etiqueta?: ReactNode
  em: string
  /** The facts below the heading, in one line; facts that are not known are left out. */
  fatos: (string | null | false)[]
}

const Item = ({ Icone, nome, etiqueta, em, fatos, children, ...line }: ItemProps) => (
  <Timeline.Item
    {...line}
    role="listitem"
    className={classes.item}
    bullet={<Icone size={16} aria-hidden />}
    title={
      <span className={classes.cabeca}>
        <span className={classes.nome}>{nome}</span>
        {etiqueta}
        <time className={`${classes.quando} algarismos`} dateTime={em}>
          {quando(em)}
        </time>
      </span>
    }
  >
    <Sub className="algarismos">{fatos.filter(Boolean).join(' · ')}</Sub>
    {children}
  </Timeline.Item>
)

function Chamada({ chamada, ...line }: Partial<TimelineItemProps> & { chamada: ItemDe<'chamada'> }) {
  const { encerrada_por, conversa_segundos: conversa, ramal, origem, protocolo_formatado } = chamada
  const [palavra, cor] = estadoDaChamada(chamada)
  const perdida = cor === 'red'
  // Who ended an attended call is shown only if it was neither the agent nor the exchange.
  const fim =
    chamada.atendida_em && (encerrada_por === 'atendente' || encerrada_por === 'central') ? null : encerrada_por
  return (
    <Item
      {...line}
      Icone={perdida ? IconPhoneOff : IconPhoneIncoming}
      nome={
        <span className={perdida ? classes.perdida : undefined}>
          Chamada {palavra.toLowerCase()}
          {conversa !== null && ` · ${duracao(conversa)}`}
        </span>
      }
      em={chamada.em}
      fatos={[
        ramal ? `${chamada.usuario} (ramal ${ramal})` : chamada.usuario,
        chamada.telefone_formatado,
        origem,
        fim && endedBy[fim],
        protocolo_formatado && `protocolo ${protocolo_formatado}`,
      ]}
    />
  )
}

/** The ticket is a link for users who may read its words: only they may open it. */
function Atendimento({ atendimento, ...line }: Partial<TimelineItemProps> & { atendimento: ItemDe<'atendimento'> }) {
  const { id, estado, protocolo_formatado, fechado_em, motivo, desfecho, palavras } = atendimento
  const nome = `Atendimento ${protocolo_formatado}`
  return (
    <Item
      {...line}
      Icone={IconNotes}
      nome={
        palavras === null ? (
          nome
        ) : (
          <Anchor component={Link} href={`/atendimentos?atendimento=${id}`} prefetch={false} inherit>
            {nome}
          </Anchor>
        )
      }
      etiqueta={estado === 'aberto' && <EstadoAtendimento estado={estado} />}
      em={atendimento.em}
      fatos={[atendimento.usuario, motivo, desfecho, fechado_em && `fechado ${quando(fechado_em)}`]}
    >
      {palavras && <Palavras texto={palavras} />}
    </Item>
  )
}

/** How many characters fit into the two lines that are shown at first. */
const fewWords = 110

function Palavras({ texto }: { texto: string }) {
  const [all, setAll] = useState(false)
  const id = useId()
  const long = texto.length > fewWords || texto.trim().split('\n').length > 2
  return (
    <>
      <Text id={id} size="sm" className={classes.palavras} {...(!all && { lineClamp: 2 })}>
        {texto}
      </Text>
      {long && <VerMais all={all} onToggle={() => setAll(!all)} mais="ver tudo" aria-controls={id} />}
    </>
  )
}

interface FaturamentoProps extends Partial<TimelineItemProps> {
  evento: ItemDe<'faturamento'>
  id_cliente: number | string
}

function Faturamento({ evento, id_cliente, ...line }: FaturamentoProps) {
  const { valor_centavos, parcelas, estornadas, estorno, autor, servico, descricao, motivo_estorno } = evento
  const oQue = estorno ? 'Estorno' : evento.evento === 'desconto' ? 'Desconto' : 'Acréscimo'
  return (
    <Item
      {...line}
      Icone={IconReceipt2}
      nome={
        <Anchor component={Link} href={`/faturamento/eventos?cliente=${id_cliente}`} prefetch={false} inherit>
          {oQue} de {reais(valor_centavos)}
          {parcelas > 1 && ` em ${parcelas} parcelas`}
        </Anchor>
      }
      etiqueta={
        estornadas > 0 && <Badge color="gray">{estornadas < parcelas ? 'Estornado em parte' : 'Estornado'}</Badge>
      }
      em={evento.em}
      fatos={[autor && nomeDoAutor(autor), descricao, servico, motivo_estorno && `motivo: ${motivo_estorno}`]}
    />
  )
}
