import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { Colega } from '#server/atendimento/wire/atendimento'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { EscolhaLista } from '../../ui/EscolhaLista.tsx'
import { FailureText } from '../../ui/feedback.tsx'
import { sentenceOf } from '../../ui/network/request.ts'
import { currentAtendimento, useColegas, usePassAtendimento, useUndoPassagem } from '../atendimentoQueries.ts'
import type { Editor } from './Editor.ts'

const situacoes: Record<Colega['situacao'], string> = {
  livre: 'Livre',
  tocando: 'Telefone tocando',
  em_chamada: 'Em chamada',
  em_pausa: 'Em pausa',
  ausente: 'Fora da mesa',
}
/** Colleagues who are free first, then those at the desk, then the others. */
const lugarDe = ({ situacao }: Colega) => (situacao === 'livre' ? 0 : situacao === 'ausente' ? 2 : 1)

interface Props {
  editor: Editor
  atendimento: Atendimento
  /** The ticket as it was passed from here, while that is told. The parent keeps it: the ticket may be closed then. */
  passado: Atendimento | null
  onPassado: (passado: Atendimento | null) => void
  /** Takes the focus when "Desfazer" goes with it: an agent may not pass the ticket any more, so no button is left. */
  onLeave: () => void
}

/**
 * Gives the ticket to a colleague, with what is being typed. During a call of one's own it asks first, and for a moment
 * it can be undone.
 */
export function PassAtendimento({ editor, atendimento, passado, onPassado, onLeave }: Props) {
  const usuario = useUsuario()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState<Colega | null>(null)
  const botao = useRef<HTMLButtonElement>(null)
  const colegas = useColegas()
  const passing = usePassAtendimento(atendimento.id)
  const todos = colegas.data ?? []
  const opcoes = todos
    .filter(({ id, ativo }) => ativo && id !== atendimento.usuario_id)
    .toSorted((a, b) => lugarDe(a) - lugarDe(b))
    .map(({ id, nome, ramal, situacao }) => ({
      id,
      nome: id === usuario.id ? `${nome} (você)` : nome,
      detalhe: `${situacoes[situacao]} · ${ramal ? `Ramal ${ramal}` : 'sem ramal'}`,
    }))
  const open = (wanted: boolean) => {
    // Colleagues' states change, so they are fetched each time.
    if (wanted) void colegas.refetch()
    setAsked(null)
    setOpened(wanted)
  }
  /** The question disappears with its buttons, so the focus goes back to the button that led to it. */
  const answered = () => {
    setAsked(null)
    botao.current?.focus()
  }
  const pass = async (id_usuario: number) => {
    await editor.flush()
    if (editor.unsaved) return
    editor.dismissNaoFeita()
    try {
      const passed = await passing.mutateAsync({ id_usuario, versao: editor.state().base.versao })
      editor.receive(passed)
      onPassado(passed)
    } catch (error) {
      // The editor shows the error: this button may be gone, because the user may no longer pass the ticket.
      editor.refusePass(sentenceOf(error), currentAtendimento(error))
    }
  }
  const pick = (id: number) => {
    const naChamada = todos.some((each) => each.id === usuario.id && each.situacao === 'em_chamada')
    const colega = todos.find((each) => each.id === id)
    if (naChamada && colega) setAsked(colega)
    else void pass(id)
  }
  const over = () => onPassado(null)
  const undone = (back: Atendimento) => {
    editor.receive(back)
    flushSync(over)
    // "Desfazer" is gone, and the focus with it.
    if (document.activeElement === document.body) botao.current?.focus()
  }
  if (passado) return <Passado passado={passado} onOver={over} onUndone={undone} onLeave={onLeave} />
  if (!eDaSupervisao(usuario.papel) && atendimento.usuario_id !== usuario.id) return null
  return (
    <>
      <EscolhaLista
        rotulo="Passar para"
        opcoes={opcoes}
        vazia={colegas.error ? sentenceOf(colegas.error) : 'Nenhum colega com estas letras'}
        pendente={colegas.isFetching}
        nothingMarked
        opened={opened}
        onOpenedChange={open}
        onPick={pick}
        botao={{
          ref: botao,
          variant: 'subtle',
          leftSection: <IconUserShare size={16} aria-hidden />,
          loading: passing.isPending,
          children: 'Passar para…',
        }}
      />
      {asked && (
        <Alert color="yellow" role="group" aria-label="Confirmar a passagem" w="100%">
          <Text size="sm">
            Você está em uma chamada. O protocolo {atendimento.protocolo_formatado} passa para{' '}
            <strong>{asked.nome}</strong> ({situacoes[asked.situacao].toLowerCase()}), e só quem o recebe escreve nele.
          </Text>
          <Group gap="xs" mt="xs">
            <Button size="sm" variant="default" autoFocus onClick={answered}>
              Ficar com ele
            </Button>
            <Button
              size="sm"
              onClick={() => {
                answered()
                void pass(asked.id)
              }}
            >
              Passar para {asked.nome}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** How long a pass can be undone, in milliseconds. */
const slip = 10_000

interface PassadoProps {
  passado: Atendimento
  onOver: () => void
  onUndone: (back: Atendimento) => void
  onLeave: () => void
}

function Passado({ passado, onOver, onUndone, onLeave }: PassadoProps) {
  const undoing = useUndoPassagem(passado.id)
  const nome = useColegas().data?.find(({ id }) => id === passado.usuario_id)?.nome
  const { isIdle } = undoing
  const desfazer = useRef<HTMLButtonElement>(null)
  const leave = () => document.activeElement === desfazer.current && onLeave()
  const over = useEffectEvent(() => {
    leave()
    onOver()
  })
  // The pressed button is gone, so "Desfazer" takes the focus, unless the user moved it before the answer came.
  useEffect(() => {
    if (document.activeElement === document.body) desfazer.current?.focus()
  }, [])
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(over, slip)
    return () => clearTimeout(timer)
  }, [isIdle])
  const undo = () => undoing.mutate({ versao: passado.versao }, { onSuccess: onUndone, onError: leave })
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        Passado para {nome ?? 'o colega'}
      </Text>
      {undoing.error ? (
        <FailureText>{sentenceOf(undoing.error)}</FailureText>
      ) : (
        <Button size="xs" variant="default" ref={desfazer} loading={undoing.isPending} onClick={undo}>
          Desfazer
        </Button>
      )}
    </Group>
  )
}
