'use client'
import { Box, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { semAcento } from '#server/acesso/rules/semAcento'
import type { UsuarioAdministrado } from '#server/acesso/wire'
import { isLoopbackName } from '#server/http/loopback'
import { ListaEspera, QueryFailure } from '../../ui/feedback.tsx'
import { contagem, quando } from '../../ui/format.ts'
import { BuscaCampo } from '../../ui/lista/BuscaCampo.tsx'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { useFocusStays } from '../../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import classes from './admin.module.css'
import { useUsuarios } from './adminQueries.ts'
import { ImportarUsuarios } from './ImportarUsuarios.tsx'
import { papeis } from './papeis.ts'
import { type Convidado, Segredo } from './Segredo.tsx'
import { UsuarioAcoes } from './UsuarioAcoes.tsx'
import { UsuarioForm } from './UsuarioForm.tsx'

export function UsuariosPagina() {
  const usuarios = useUsuarios()
  const [termo, setTermo] = useState('')
  const [editing, setEditing] = useState<UsuarioAdministrado | 'novo' | null>(null)
  const [importing, setImporting] = useState(false)
  // Links that were not copied yet, the newest first. A person's new link replaces an earlier one, which is void.
  const [convidados, setConvidados] = useState<Convidado[]>([])
  const convidar = (made: Convidado) => setConvidados((before) => [made, ...before.filter(({ id }) => id !== made.id)])
  const shown = (usuarios.data ?? []).filter((usuario) => matches(usuario, termo))
  // The links stand above the rows.
  const places = shown.length > 0 ? [...shown, ...convidados].map(({ id }) => id) : []
  const { guard, aviso } = useRecusaAfter(places.join(), () => document.activeElement)
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Box w={{ base: '100%', xs: 280 }}>
          <BuscaCampo
            label="Buscar usuário"
            placeholder="Nome, usuário ou ramal"
            value={termo}
            onChange={(termo) => setTermo(termo ?? '')}
          />
        </Box>
        <Group gap="sm">
          <Sub role="status" w={{ base: '100%', xs: 'auto' }}>
            {usuarios.data ? contagem(shown.length, 'usuário', 'usuários') : <>&nbsp;</>}
          </Sub>
          <Button variant="default" onClick={() => setImporting(true)}>
            Importar CSV
          </Button>
          <Button onClick={() => setEditing('novo')}>Novo usuário</Button>
        </Group>
      </Group>
      <Convidados
        convidados={convidados}
        onDone={(copied) => setConvidados((before) => before.filter((each) => each !== copied))}
      />
      <QueryFailure query={usuarios} />
      {usuarios.isPending ? (
        <ListaEspera texto="Carregando usuários" />
      ) : (
        <Paper {...guard} withBorder hidden={shown.length === 0}>
          <Table aria-label="Usuários" className={`algarismos ${cartoes.tabela}`}>
            <Cabecalho
              colunas={['Nome', 'Papel', 'Ramal', 'Identificador interno', 'Sessões', 'Ações']}
              className={classes.linha}
            />
            <Table.Tbody>
              {shown.map((usuario) => (
                <Linha key={usuario.id} usuario={usuario} onEdit={() => setEditing(usuario)} onConvite={convidar} />
              ))}
            </Table.Tbody>
          </Table>
          {aviso}
        </Paper>
      )}
      {usuarios.isSuccess && shown.length === 0 && <Text c="dimmed">Nenhum usuário com “{termo}”.</Text>}
      {importing && <ImportarUsuarios onClose={() => setImporting(false)} />}
      {editing && (
        <UsuarioForm
          // Each user gets a new form, so that what was typed for one never appears in another's.
          key={editing === 'novo' ? 'novo' : editing.id}
          {...(editing !== 'novo' && { usuario: editing })}
          onConvite={convidar}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface ConvidadosProps {
  convidados: readonly Convidado[]
  onDone: (convidado: Convidado) => void
}

const Convidados = ({ convidados, onDone }: ConvidadosProps) => (
  <Stack
    {...useFocusStays()}
    component="ul"
    aria-label="Links para escolher a senha"
    hidden={convidados.length === 0}
    gap="sm"
  >
    {convidados.map((convidado) => (
      <li key={convidado.segredo}>
        <Segredo
          titulo={`Link para ${convidado.nome} escolher a senha`}
          texto={`${convidado.endereco ?? window.location.origin}/senha#${convidado.segredo}`}
          onDone={() => onDone(convidado)}
        >
          Envie só a essa pessoa. Vale uma vez, até {quando(convidado.expira_em)}, e não será mostrado de novo.
          {convidado.endereco === null &&
            isLoopbackName(window.location.hostname) &&
            ` Em outro computador, ponha o endereço deste servidor no lugar de ${window.location.host}.`}
        </Segredo>
      </li>
    ))}
  </Stack>
)

const matches = ({ nome, usuario, ramal, identificador_interno }: UsuarioAdministrado, termo: string) =>
  [nome, usuario, ramal, identificador_interno].some((each) => semAcento(each ?? '').includes(semAcento(termo.trim())))

interface LinhaProps {
  usuario: UsuarioAdministrado
  onEdit: () => void
  onConvite: (convidado: Convidado) => void
}

function Linha({ usuario, onEdit, onConvite }: LinhaProps) {
  const { nome, papel, ramal, identificador_interno, ativo, sessoes } = usuario
  return (
    <Table.Tr className={`${cartoes.linha} ${classes.linha}`} data-inativo={!ativo || undefined}>
      <Table.Td className={classes.nome}>
        <Text fw={600} truncate title={nome}>
          {nome}
        </Text>
        <Sub truncate>
          {usuario.usuario}
          {!ativo && ' · desativado'}
        </Sub>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{papeis[papel]}</Table.Td>
      <Table.Td data-rotulo="Ramal">{ramal ?? '—'}</Table.Td>
      <Table.Td data-rotulo="Identificador">{identificador_interno ?? '—'}</Table.Td>
      <Table.Td data-rotulo="Sessões">{sessoes}</Table.Td>
      <Table.Td className={classes.acoes}>
        <UsuarioAcoes usuario={usuario} onEdit={onEdit} onConvite={onConvite} />
      </Table.Td>
    </Table.Tr>
  )
}
