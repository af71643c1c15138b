import { Box, Button, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { AtendimentoContexto } from '#server/contexto/wire'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { AtendimentoEditor } from '../atendimento/editor/AtendimentoEditor.tsx'
import { useEditor } from '../atendimento/editor/Editores.tsx'
import { momento } from '../ui/momento.ts'
import { useAtServerTime } from '../ui/network/serverClock.tsx'
import { Sub } from '../ui/Sub.tsx'
import { VerMais } from '../ui/VerMais.tsx'
import classes from './contexto.module.css'

interface Props {
  /** Undefined while it is not known; the place of one is reserved. */
  abertos: AtendimentoContexto[] | undefined
  failed: boolean
  /** The call has a ticket of its own, which is not among these. */
  comAtendimento: boolean
  /** The agent continues an open ticket, so the call is being attended. */
  onContinue?: (() => void) | undefined
}

/** The agent's own open tickets can be continued here; of a colleague's only the summary is shown. */
export function AbertosContexto({ abertos, failed, comAtendimento, onContinue }: Props) {
  const [all, setAll] = useState(false)
  // A continued ticket stays while the agent writes in it, even if a newer answer no longer has it.
  const [continuados, setContinuados] = useState<AtendimentoContexto[]>([])
  // No ticket moves under the pointer: new ones come last.
  const [ordem, setOrdem] = useState<number[]>([])
  if (!abertos)
    return (
      <div className={classes.aberto} aria-hidden={!failed}>
        {failed ? <Sub>Não se sabe se há atendimento em aberto</Sub> : <Skeleton h="0.9rem" w="70%" />}
      </div>
    )
  const novos = abertos.filter(({ id }) => !ordem.includes(id))
  if (novos.length > 0) setOrdem([...ordem, ...novos.map(({ id }) => id)])
  const listed = ordem.flatMap((id) => [...abertos, ...continuados].find((each) => each.id === id) ?? [])
  const [first] = listed
  if (!first)
    return (
      <div className={classes.aberto}>
        <Sub>Nenhum {comAtendimento && 'outro '}atendimento em aberto</Sub>
      </div>
    )
  const shown = all ? listed : listed.filter((each) => each === first || continuados.some(({ id }) => id === each.id))
  const more = listed.length - shown.length
  const toggle = (item: AtendimentoContexto) => {
    if (continuados.some(({ id }) => id === item.id))
      return setContinuados(continuados.filter(({ id }) => id !== item.id))
    setContinuados([item, ...continuados])
    onContinue?.()
  }
  return (
    <ul className={classes.abertos} aria-label="Atendimentos em aberto">
      {shown.map((item) => {
        const rest =
          item === first && (more > 0 || all) && listed.length > 1 ? (
            <VerMais all={all} onToggle={() => setAll(!all)} mais={`ver mais ${more}`} />
          ) : null
        return (
          <li key={item.id}>
            {item.proprio ? (
              <Proprio
                item={item}
                proprio={item.proprio}
                opened={continuados.some(({ id }) => id === item.id)}
                onToggle={() => toggle(item)}
                rest={rest}
              />
            ) : (
              <div className={classes.aberto} data-ha>
                <Resumo item={item} titulo={`Em aberto com ${item.usuario}`} />
                {rest}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface ProprioProps {
  item: AtendimentoContexto
  proprio: Atendimento
  opened: boolean
  onToggle: () => void
  rest: ReactNode
}

function Proprio({ item, proprio, opened, onToggle, rest }: ProprioProps) {
  const { state } = useEditor(proprio)
  const id = useId()
  return (
    <>
      <div className={classes.aberto} data-ha>
        <Resumo item={item} titulo={state.base.estado === 'aberto' ? 'Em aberto com você' : 'Já fechado por você'} />
        <div className={classes.passos}>
          <Button size="sm" variant="light" aria-expanded={opened} aria-controls={id} onClick={onToggle}>
            {opened ? 'Recolher' : 'Continuar'}
            <span className={classes.ifRoom}>&nbsp;atendimento</span>
          </Button>
          {rest}
        </div>
      </div>
      <Box id={id} mt={opened ? 'xs' : 0}>
        {opened && <AtendimentoEditor atendimento={proprio} autoFocus />}
      </Box>
    </>
  )
}

function Resumo({ item, titulo }: { item: AtendimentoContexto; titulo: string }) {
  const desde = useAtServerTime((now) => momento(item.criado_em, now))
  return (
    <div style={{ minWidth: 0 }}>
      <div className={`${classes.nomeado} algarismos`}>
        <span className={classes.umaLinha}>{titulo}</span>
        <span className={classes.protocolo}>{item.protocolo_formatado}</span>
      </div>
      <Text size="sm" className={`${classes.umaLinha} algarismos`} {...(item.palavras && { title: item.palavras })}>
        desde {desde}
        {item.palavras && ` · ${item.palavras}`}
      </Text>
    </div>
  )
}
