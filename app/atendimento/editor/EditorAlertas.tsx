import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpcoes } from '../atendimentoQueries.ts'
import type { Editor, EditorState, Mudanca, NaoFeita } from './Editor.ts'

interface Props {
  editor: Editor
  state: EditorState
  /** The ticket is this user's. */
  meu: boolean
  /** Tries the change again that was not made. */
  onRetry: (mudanca: Mudanca) => void
  /** The user let the change go that was not made. */
  onDismiss: () => void
}

/** What went wrong with a ticket's words or changes, and what the agent has to decide about it. */
export function EditorAlertas({ editor, state, meu, onRetry, onDismiss }: Props) {
  const { base, naoFeita } = state
  // A close that failed is decided only by the user whose ticket it is.
  const aDecidir = naoFeita && (meu || naoFeita.mudanca === null) ? naoFeita : null
  const erro = state.erro ?? (aDecidir ? null : naoFeita?.erro)
  return (
    <>
      {state.eliminado && (
        <Alert color="yellow" role="alert">
          Os dados deste cliente foram eliminados a pedido dele: anotações não são mais salvas. O atendimento ainda pode
          ser fechado, com motivo e desfecho.
        </Alert>
      )}
      {state.conflito !== null && (
        <ConflitoAlert
          conflito={state.conflito}
          onTake={() => void editor.takeConflito()}
          onDismiss={() => void editor.dismissConflito()}
        />
      )}
      {meu && base.estado === 'aberto' && state.trocado !== null && (
        <TrocadoAlert
          trocado={state.trocado}
          onTake={() => editor.takeTrocado()}
          onDismiss={() => editor.dismissTrocado()}
        />
      )}
      {state.motivoPreterido !== null && (
        <MotivoAlert
          motivo={state.motivoPreterido}
          onTake={() => void editor.takeMotivo()}
          onDismiss={() => editor.dismissMotivo()}
        />
      )}
      {aDecidir && (
        <NaoFeitaAlert
          naoFeita={aDecidir}
          onTake={onRetry}
          onDismiss={() => {
            onDismiss()
            editor.dismissNaoFeita()
          }}
        />
      )}
      {erro && erro !== aDecidir?.erro && state.conflito === null && (
        <Alert color="red" role="alert">
          {erro}
        </Alert>
      )}
    </>
  )
}

interface Respostas {
  onTake: () => void
  onDismiss: () => void
}

/** Somebody saved other words meanwhile. The saved words count, and nothing is saved here until the agent decides. */
const ConflitoAlert = ({ conflito, ...respostas }: Respostas & { conflito: string }) => (
  <div data-conflito tabIndex={-1}>
    <Decisao
      titulo="Outra aba ou outro computador salvou um texto diferente"
      takeLabel="Usar o outro texto"
      {...respostas}
    >
      <Text size="sm">
        Vale o texto salvo lá. O que você digitou aqui não foi salvo, e nada será até você escolher, nem o atendimento
        fechado. Lá está:
      </Text>
      <Citado texto={conflito} />
    </Decisao>
  </div>
)

/** The words written here were saved, and another tab replaced them. */
const TrocadoAlert = ({ trocado, ...respostas }: Respostas & { trocado: string }) => (
  <Decisao
    titulo="Este texto foi trocado em outra aba"
    takeLabel="Voltar ao meu texto"
    keepLabel="Deixar assim"
    {...respostas}
  >
    <Text size="sm">Vale o texto acima, salvo lá. O que você tinha escrito aqui era:</Text>
    <Citado texto={trocado} />
  </Decisao>
)

const Citado = ({ texto }: { texto: string }) => (
  <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} fs="italic">
    {texto || '(vazio)'}
  </Text>
)

function MotivoAlert({ motivo, ...respostas }: Respostas & { motivo: number }) {
  const nome = useOpcoes().data?.find(({ id }) => id === motivo)?.descricao ?? `motivo ${motivo}`
  return (
    <Decisao titulo="Outra aba escolheu outro motivo" takeLabel="Usar o outro motivo" {...respostas}>
      <Text size="sm">O escolhido aqui foi mantido. O outro era “{nome}”.</Text>
    </Decisao>
  )
}

interface NaoFeitaProps {
  naoFeita: NaoFeita
  onTake: (mudanca: Mudanca) => void
  onDismiss: () => void
}

/** It stays until the agent acts: the outcome that was chosen is not forgotten. */
function NaoFeitaAlert({ naoFeita: { mudanca, erro }, onTake, onDismiss }: NaoFeitaProps) {
  if (mudanca === null)
    return (
      <Alert
        color="yellow"
        title="O atendimento não foi passado adiante"
        role="alert"
        withCloseButton
        closeButtonLabel="Entendi"
        onClose={onDismiss}
      >
        <Text size="sm">{erro}</Text>
      </Alert>
    )
  const fechar = mudanca.estado === 'fechado'
  return (
    <Decisao
      titulo={`O atendimento não foi ${fechar ? 'fechado' : 'reaberto'}`}
      takeLabel="Tentar de novo"
      keepLabel={`Deixar ${fechar ? 'aberto' : 'fechado'}`}
      onTake={() => onTake(mudanca)}
      onDismiss={onDismiss}
    >
      <Text size="sm">{erro}</Text>
    </Decisao>
  )
}

type DecisaoProps = Respostas & { titulo: string; takeLabel: string; keepLabel?: string; children: ReactNode }

const Decisao = ({ titulo, takeLabel, keepLabel = 'Manter o meu', children, onTake, onDismiss }: DecisaoProps) => (
  <Alert color="yellow" title={titulo} role="alert">
    {children}
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={onTake}>
        {takeLabel}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDismiss}>
        {keepLabel}
      </Button>
    </Group>
  </Alert>
)
