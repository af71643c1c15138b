import { Button, Text } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { Atendimento } from '#server/atendimento/wire/atendimento'
import { useUsuario } from '../acesso/Usuario.tsx'
import { EscolhaLista } from '../ui/EscolhaLista.tsx'
import { sentenceOf } from '../ui/request.ts'
import { currentAtendimento, useColegas, usePassar } from './atendimentoQueries.ts'
import type { Editor } from './Editor.ts'

/** Gives the ticket to a colleague: what is being typed is saved first, and goes along. */
export function PassarBotao({ editor, atendimento }: { editor: Editor; atendimento: Atendimento }) {
  const usuario = useUsuario()
  const [opened, setOpened] = useState(false)
  const colegas = useColegas()
  const passar = usePassar(atendimento.id)
  const opcoes = (colegas.data ?? [])
    .filter(({ id, ativo }) => ativo && id !== atendimento.usuario_id)
    .map(({ id, nome, ramal }) => ({
      id,
      nome: id === usuario.id ? `${nome} (você)` : nome,
      detalhe: ramal && `Ramal ${ramal}`,
    }))
  const pass = async (id_usuario: number) => {
    await editor.flush()
    if (editor.unsaved) return
    passar.mutate(
      { id_usuario, versao: editor.state().base.versao },
      {
        onSuccess: (passado) => editor.receive(passado),
        onError: (error) => {
          const current = currentAtendimento(error)
          if (current) editor.receive(current)
        },
      },
    )
  }
  if (usuario.papel === 'atendente' && atendimento.usuario_id !== usuario.id) return null
  return (
    <>
      <EscolhaLista
        rotulo="Passar para"
        opcoes={opcoes}
        vazia={colegas.error ? sentenceOf(colegas.error) : 'Nenhum colega com estas letras'}
        pendente={colegas.isPending}
        opened={opened}
        onOpenedChange={setOpened}
        onPick={(id) => void pass(id)}
      >
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconUserShare size={16} aria-hidden />}
          loading={passar.isPending}
          aria-haspopup="listbox"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Passar para…
        </Button>
      </EscolhaLista>
      {passar.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {sentenceOf(passar.error)}
        </Text>
      )}
    </>
  )
}
