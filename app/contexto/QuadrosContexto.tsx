import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { AtendimentoContexto, Contexto } from '#server/contexto/wire'
import type { FaturamentoPrevisto } from '#server/faturamento/wire/previstos'
import { contagem, mesPorExtenso, quando, reais } from '../ui/format.ts'
import { Sub } from '../ui/Sub.tsx'
import { VerMais } from '../ui/VerMais.tsx'
import classes from './contexto.module.css'

/** `contexto` is undefined while it is not known; the boxes keep their place. */
export const QuadrosContexto = ({ contexto, failed }: { contexto: Contexto | undefined; failed: boolean }) => (
  <div className={classes.quadros}>
    <Fechados fechados={contexto?.fechados} failed={failed} />
    <Previstos faturamento={contexto?.faturamento} failed={failed} />
  </div>
)

/** The last closed tickets; the timeline has all of them. */
function Fechados({ fechados, failed }: { fechados: AtendimentoContexto[] | undefined; failed: boolean }) {
  return (
    <Quadro titulo="Últimos atendimentos" coming={!fechados && !failed}>
      {fechados?.length === 0 && <Sub>Nenhum atendimento fechado até hoje.</Sub>}
      <ul className={classes.linhas}>
        {fechados?.map((each) => (
          <li key={each.id}>
            <Text size="sm" className={`${classes.umaLinha} algarismos`}>
              {each.protocolo_formatado} · {quando(each.criado_em)}
            </Text>
            <Sub className={classes.umaLinha} {...(each.palavras && { title: each.palavras })}>
              {each.usuario}
              {each.palavras && `: ${each.palavras}`}
            </Sub>
          </li>
        ))}
      </ul>
    </Quadro>
  )
}

const visible = 3

function Previstos({ faturamento, failed }: { faturamento: FaturamentoPrevisto[] | undefined; failed: boolean }) {
  const [all, setAll] = useState(false)
  const lines = (faturamento ?? []).reduce((sum, each) => sum + 1 + each.eventos.length, 0)
  const shown = all ? faturamento : faturamento?.slice(0, 1)
  const hidden = (faturamento?.length ?? 0) - 1
  return (
    <Quadro
      titulo="A faturar"
      coming={!faturamento && !failed}
      mais={
        (lines > 5 || hidden > 0) && (
          <VerMais all={all} onToggle={() => setAll(!all)} mais={`ver mais ${Math.max(hidden, 1)}`} />
        )
      }
    >
      {faturamento?.length === 0 && <Sub>Nenhum evento de faturamento por vir.</Sub>}
      <Stack gap={4}>
        {shown?.map((each) => (
          <MesPrevisto key={mesPorExtenso(each.em)} mes={each} all={all} />
        ))}
      </Stack>
    </Quadro>
  )
}

function MesPrevisto({ mes, all }: { mes: FaturamentoPrevisto; all: boolean }) {
  const eventos = all ? mes.eventos : mes.eventos.slice(0, visible)
  const rest = mes.quantos - eventos.length
  return (
    <div>
      <p className={classes.mes}>
        <span>{mesPorExtenso(mes.em)}</span>
        <span className={`${classes.valor} algarismos`}>{reais(mes.total_centavos)}</span>
      </p>
      <ul className={classes.valores}>
        {eventos.map((evento) => (
          <li key={evento.id_evento_faturamento}>
            <span {...(!all && { className: classes.umaLinha, title: evento.descricao })}>
              {evento.descricao}
              {evento.total_parcelas > 1 && ` (${evento.parcela}/${evento.total_parcelas})`}
            </span>
            <span className={`${classes.valor} algarismos`}>
              {reais(evento.tipo === 'desconto' ? -evento.valor_centavos : evento.valor_centavos)}
            </span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Sub span>e mais {contagem(rest, 'evento', 'eventos')}</Sub>
          </li>
        )}
      </ul>
    </div>
  )
}

interface QuadroProps {
  titulo: string
  coming: boolean
  /** The button that shows more, beside the heading. */
  mais?: ReactNode
  children: ReactNode
}

function Quadro({ titulo, coming, mais, children }: QuadroProps) {
  const heading = useId()
  return (
    <article className={classes.quadro} aria-labelledby={heading} aria-busy={coming}>
      <div className={classes.titulo}>
        <Title order={3} size="sm" id={heading}>
          {titulo}
        </Title>
        {mais}
      </div>
      {coming ? <Coming /> : children}
    </article>
  )
}

const Coming = () => (
  <Stack gap="xs" aria-hidden>
    <Skeleton h="0.9rem" />
    <Skeleton h="0.9rem" w="70%" />
    <Skeleton h="0.9rem" w="85%" />
  </Stack>
)
