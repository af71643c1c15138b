import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { quantos, quantosTem } from '#server/cliente/rules/candidatos'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { AtendimentoEditor } from '../../atendimento/editor/AtendimentoEditor.tsx'
import { ProtocoloCurto } from '../../atendimento/protocolo/Protocolo.tsx'
import { ClienteBusca } from '../../cliente/busca/ClienteBusca.tsx'
import { CandidatosLista } from '../../cliente/busca/ClienteOpcao.tsx'
import { NovoLembrete } from '../../lembrete/NovoLembrete.tsx'
import classes from './chamada.module.css'
import type { LigacaoActions } from './useLigacaoActions.ts'

interface Props extends Pick<Ligacao, 'id' | 'cliente' | 'candidatos' | 'atendimento'> {
  ativa: boolean
  /** The call is over, and the focus is still in it. */
  encerrada: boolean
  actions: LigacaoActions
  onChoose: () => void
}

/** The next step of a call: identify the caller, open the ticket, or write in it. */
export const Passo = memo(function Passo(props: Props) {
  const { id, cliente, candidatos, atendimento, ativa, encerrada, actions, onChoose } = props
  const usuario = useUsuario()
  // The new owner of a ticket that was passed on decides about its customer.
  const deOutro = atendimento !== null && atendimento.usuario_id !== usuario.id
  // After the end of a call, a customer can still be chosen only for its ticket.
  const tarde = encerrada && !atendimento
  const open = () => {
    onChoose()
    actions.run({ acao: 'abrir' })
  }
  const link = (id_cliente: number) => {
    if (tarde) return
    onChoose()
    actions.run({ acao: 'cliente', id_cliente })
  }
  const linking = actions.pending.includes('cliente')
  if (atendimento && !ativa)
    return (
      <div className={classes.passo}>
        <ProtocoloCurto protocolo={atendimento.protocolo} formatado={atendimento.protocolo_formatado} />
      </div>
    )
  // The active call has this button in its row of buttons.
  const openButton = !ativa && (
    <Button
      size="compact-xs"
      variant="default"
      disabled={encerrada}
      loading={actions.pending.includes('abrir')}
      onClick={open}
    >
      Abrir atendimento
    </Button>
  )
  return (
    <div className={classes.passo} data-passo>
      {cliente && ativa && !deOutro && (
        <Group gap="xs">
          <TrocaCliente
            key={cliente.id_cliente}
            cliente={cliente}
            protocolo={atendimento?.protocolo_formatado ?? null}
            busy={linking}
            disabled={tarde}
            onPick={link}
          />
        </Group>
      )}
      {atendimento && <AtendimentoEditor key={atendimento.id} atendimento={atendimento} />}
      {cliente ? (
        !atendimento && (
          <>
            {openButton}
            {ativa && <p className={classes.semNotas}>As anotações começam com o atendimento.</p>}
          </>
        )
      ) : deOutro ? null : (
        <QuemLiga
          candidatos={candidatos}
          ativa={ativa}
          busy={linking}
          disabled={tarde}
          ticket={atendimento?.id}
          onPick={link}
          onChoose={onChoose}
          outra={atendimento ? <Text size="sm">Atendimento ainda sem cliente: procure de quem é.</Text> : openButton}
        />
      )}
      {ativa && <NovoLembrete alvo={{ ligacao_id: id }} preterido={atendimento !== null} />}
    </div>
  )
})

const terminou = 'A chamada terminou: não há mais como escolher o cliente dela.'

interface QuemLigaProps {
  candidatos: Ligacao['candidatos']
  ativa: boolean
  busy: boolean
  disabled: boolean
  /** The ticket's id: its notes appear above the candidates and move them. */
  ticket: number | undefined
  onPick: (id_cliente: number) => void
  onChoose: () => void
  /** What can be done while the caller is unknown. */
  outra: React.ReactNode
}

function QuemLiga({ candidatos, ativa, busy, disabled, ticket, onPick, onChoose, outra }: QuemLigaProps) {
  const [searching, setSearching] = useState(false)
  const search = (autoFocus: boolean) => (
    <div className={classes.busca} data-busca>
      <ClienteBusca
        autoFocus={autoFocus}
        busy={busy}
        impedida={disabled ? terminou : undefined}
        onPick={(cliente) => onPick(cliente.id_cliente)}
      />
    </div>
  )
  if (candidatos.length === 0)
    return (
      <>
        {search(false)}
        {outra}
      </>
    )
  // A card is too narrow to tell the candidates apart.
  if (!ativa)
    return (
      <Button size="compact-xs" variant="default" title={quantosTem(candidatos)} onClick={onChoose}>
        {quantos(candidatos)}: qual?
      </Button>
    )
  return (
    <Stack gap="sm">
      <CandidatosLista
        candidatos={candidatos}
        busy={busy}
        movedBy={ticket}
        onPick={(cliente) => onPick(cliente.id_cliente)}
      />
      {disabled && (
        <Text size="sm" role="status">
          {terminou}
        </Text>
      )}
      {searching && search(true)}
      <Group gap="xs">
        {outra}
        {!searching && (
          <Button variant="subtle" onClick={() => setSearching(true)}>
            Nenhum destes: procurar outro
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface TrocaProps {
  cliente: NonNullable<Ligacao['cliente']>
  protocolo: string | null
  busy: boolean
  disabled: boolean
  onPick: (id_cliente: number) => void
}

/**
 * For a caller who is not the customer that the telephone suggests. If there is a ticket, its customer changes, too:
 * the agent confirms that first, and it is recorded.
 */
function TrocaCliente({ cliente, protocolo, busy, disabled, onPick }: TrocaProps) {
  const [changing, setChanging] = useState(false)
  const [picked, setPicked] = useState<Ligacao['candidatos'][number] | null>(null)
  const botao = useRef<HTMLButtonElement>(null)
  const stop = () => {
    setChanging(false)
    setPicked(null)
  }
  /** Escape stops the change; in a field with words it only clears them. */
  const onKeyDown = ({ key, target, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing || (target instanceof HTMLInputElement && target.value !== ''))
      return
    stop()
    botao.current?.focus()
  }
  return (
    <>
      <Button
        ref={botao}
        variant="subtle"
        size="compact-sm"
        ml={-8}
        aria-expanded={changing}
        disabled={disabled}
        onClick={() => (changing ? stop() : setChanging(true))}
      >
        {changing ? 'Manter este cliente' : 'Trocar cliente'}
      </Button>
      {changing && !picked && (
        <Box className={classes.busca} data-busca onKeyDown={onKeyDown}>
          <ClienteBusca
            autoFocus
            busy={busy}
            impedida={disabled ? terminou : undefined}
            onPick={(other) => (protocolo ? setPicked(other) : onPick(other.id_cliente))}
          />
        </Box>
      )}
      {picked && (
        <Alert color="yellow" role="group" aria-label="Confirmar a troca de cliente" w="100%" onKeyDown={onKeyDown}>
          <Text size="sm">
            O protocolo {protocolo} passa de <strong>{cliente.nome_razaosocial}</strong> (código{' '}
            {cliente.codigo_cliente}) para <strong>{picked.nome_razaosocial}</strong> (código {picked.codigo_cliente}).
            A troca fica registrada.
          </Text>
          <Group gap="xs" mt="xs">
            <Button size="sm" autoFocus loading={busy} onClick={() => onPick(picked.id_cliente)}>
              Trocar para {picked.nome_razaosocial}
            </Button>
            <Button size="sm" variant="default" onClick={stop}>
              Manter {cliente.nome_razaosocial}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
