import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { UsuarioAdministrado } from '#server/acesso/wire'
import { FailureAlert, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { SessoesLista } from '../SessoesModal.tsx'
import { useConvite, useEndSessaoDe, useSessoesDe, useSetAtivo } from './adminQueries.ts'
import type { Convidado } from './Segredo.tsx'

interface Props {
  usuario: UsuarioAdministrado
  onEdit: () => void
  onConvite: (convidado: Convidado) => void
}

/** The actions on a user. An action that ends something asks for confirmation and says what it ends. */
export function UsuarioAcoes({ usuario, onEdit, onConvite }: Props) {
  const { id, nome, ativo } = usuario
  const [open, setOpen] = useState<'senha' | 'sessoes' | 'desativar' | 'reativar' | null>(null)
  const mais = useRef<HTMLButtonElement>(null)
  useFocusReturns(open !== null, mais)
  const close = () => setOpen(null)
  const setAtivo = useSetAtivo()
  const convite = useConvite()
  /** Clears the refusal of an earlier attempt, so that it is not shown for the next one. */
  const ask = (what: typeof open) => {
    for (const deed of [setAtivo, convite]) if (deed.isError) deed.reset()
    setOpen(what)
  }
  // It needs no confirmation. A failure opens the dialog that shows the error and can try again.
  const reativar = () => setAtivo.mutate({ id, ativo: true }, { onSuccess: close, onError: () => setOpen('reativar') })
  return (
    <>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button size="compact-sm" variant="subtle" aria-label={`Editar ${nome}`} onClick={onEdit}>
          Editar
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              ref={mais}
              size="compact-sm"
              variant="subtle"
              color="gray"
              px={6}
              aria-label={`Mais ações: ${nome}`}
            >
              <IconDots size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ativo && <Menu.Item onClick={() => ask('senha')}>Link para nova senha</Menu.Item>}
            <Menu.Item onClick={() => ask('sessoes')}>Sessões</Menu.Item>
            {ativo ? (
              <Menu.Item color="red" onClick={() => ask('desativar')}>
                Desativar
              </Menu.Item>
            ) : (
              <Menu.Item onClick={reativar}>Reativar</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Confirmar
        opened={open === 'senha'}
        titulo={`Nova senha para ${nome}`}
        botao="Criar link"
        deed={convite}
        onClose={close}
        onConfirm={() =>
          convite.mutate(id, {
            onSuccess: ({ convite: made }) => {
              onConvite({ id, nome, ...made })
              close()
            },
          })
        }
      >
        A senha de agora continua valendo até que o link seja usado. Um link anterior deixa de valer.
      </Confirmar>
      <Confirmar
        opened={open === 'desativar'}
        titulo={`Desativar ${nome}?`}
        botao="Desativar"
        color="red"
        deed={setAtivo}
        onClose={close}
        onConfirm={() => setAtivo.mutate({ id, ativo: false }, { onSuccess: close })}
      >
        Sai na hora de todas as telas e não entra mais. As chamadas, os atendimentos e o ramal ficam como estão; o ramal
        pode ser dado a outra pessoa.
      </Confirmar>
      <Confirmar
        opened={open === 'reativar'}
        titulo={`Reativar ${nome}`}
        botao="Reativar"
        deed={setAtivo}
        onClose={close}
        onConfirm={reativar}
      >
        A conta continua desativada.
      </Confirmar>
      <Modal opened={open === 'sessoes'} onClose={close} title={`Sessões de ${nome}`} centered>
        {open === 'sessoes' && <Sessoes id={id} />}
      </Modal>
    </>
  )
}

interface ConfirmarProps {
  opened: boolean
  titulo: string
  botao: string
  color?: string
  children: string
  deed: { isPending: boolean; error: unknown }
  onConfirm: () => void
  onClose: () => void
}

function Confirmar({ opened, titulo, botao, color, children, deed, onConfirm, onClose }: ConfirmarProps) {
  // A failure is shown here alone.
  const leave = () => deed.isPending || onClose()
  return (
    <Modal opened={opened} onClose={leave} title={titulo} centered>
      <Stack>
        <Text>{children}</Text>
        <FailureAlert error={deed.error} />
        <Group>
          <Button loading={deed.isPending} onClick={onConfirm} {...(color && { color })}>
            {botao}
          </Button>
          <Button variant="default" data-autofocus disabled={deed.isPending} onClick={leave}>
            Voltar
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Sessoes({ id }: { id: number }) {
  const sessoes = useSessoesDe(id)
  const end = useEndSessaoDe(id)
  if (sessoes.error) return <QueryFailure query={sessoes} />
  if (!sessoes.data) return <Loading texto="Carregando as sessões" />
  return (
    <Stack>
      <SessoesLista sessoes={sessoes.data} end={end} />
      {sessoes.data.length > 0 && (
        <Button
          color="red"
          variant="outline"
          loading={end.isPending && end.variables === null}
          onClick={() => end.mutate(null)}
        >
          Encerrar todas
        </Button>
      )}
    </Stack>
  )
}
