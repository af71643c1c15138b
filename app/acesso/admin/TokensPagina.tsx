'use client'
import { Button, Checkbox, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Escopo, TokenAdministrado } from '#server/acesso/wire'
import { FailureAlert, ListaEspera } from '../../ui/feedback.tsx'
import { quando } from '../../ui/format.ts'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { ApiError } from '../../ui/network/request.ts'
import { Abas } from '../Abas.tsx'
import { SoPara } from '../SoPara.tsx'
import classes from './admin.module.css'
import { useNewToken, useRevokeToken, useTokens } from './adminQueries.ts'
import { Segredo } from './Segredo.tsx'

export function TokensPagina() {
  return (
    <SoPara quem="administracao">
      <Stack gap="sm" maw={1200} mx="auto">
        <Abas titulo="Administração" />
        <Tokens />
      </Stack>
    </SoPara>
  )
}

/** What each scope is called, and what it opens, for whoever gives it. */
const escopos: readonly { escopo: Escopo; nome: string; abre: string }[] = [
  { escopo: 'pbx', nome: 'central', abre: 'Central telefônica: notificar e cancelar chamadas' },
  { escopo: 'cliente', nome: 'clientes', abre: 'Clientes: listar todos' },
  { escopo: 'financeiro', nome: 'financeiro', abre: 'Financeiro: registrar acréscimos e descontos' },
]
/** One that only a later version knows is shown as it is. */
const nomeDe = (escopo: string) => escopos.find((each) => each.escopo === escopo)?.nome ?? escopo

function Tokens() {
  const tokens = useTokens()
  const [made, setMade] = useState<{ nome: string; segredo: string } | null>(null)
  const [creating, setCreating] = useState(false)
  return (
    <>
      {made ? (
        <Segredo titulo={`Token ${made.nome}`} texto={made.segredo} onDone={() => setMade(null)}>
          Guarde-o agora: o Alô fica só com um resumo dele e não o mostra de novo.
        </Segredo>
      ) : creating ? (
        <TokenForm
          onMade={(token) => {
            setMade(token)
            setCreating(false)
          }}
          onClose={() => setCreating(false)}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={() => setCreating(true)}>Novo token</Button>
        </Group>
      )}
      {tokens.error && <FailureAlert error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.isPending && <ListaEspera texto="Carregando tokens" linhas={3} />}
      {tokens.data && tokens.data.length === 0 && (
        <Text c="dimmed">Nenhum token: a central precisa de um para tocar.</Text>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <Paper withBorder>
          <Table role="table" aria-label="Tokens" className={`algarismos ${cartoes.tabela}`}>
            <Cabecalho
              colunas={['Nome', 'Abre', 'Vale de', 'Último uso', 'Validade', 'Ações']}
              className={classes.linha}
            />
            <Table.Tbody role="rowgroup">
              {tokens.data.map((token) => (
                <Linha key={token.id} token={token} />
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
    </>
  )
}

function Linha({ token }: { token: TokenAdministrado }) {
  const { nome, redes, ultimo_uso, ultimo_ip, revogado_em, expira_em } = token
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeToken()
  const over = expira_em !== null && Date.parse(expira_em) <= Date.now()
  return (
    <Table.Tr
      role="row"
      className={`${cartoes.linha} ${classes.linha}`}
      data-inativo={revogado_em !== null || over || undefined}
    >
      <Table.Td role="cell" className={classes.nome}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {nome}
        </Text>
      </Table.Td>
      <Table.Td role="cell" data-rotulo="Abre" className={classes.largo}>
        {token.escopos.map(nomeDe).join(', ')}
      </Table.Td>
      <Table.Td role="cell" data-rotulo="Vale de" className={classes.largo}>
        {redes.join(', ') || 'qualquer lugar'}
      </Table.Td>
      <Table.Td role="cell" data-rotulo="Último uso" className={classes.largo}>
        {ultimo_uso ? `${quando(ultimo_uso)}${ultimo_ip ? ` · ${ultimo_ip}` : ''}` : 'nunca'}
      </Table.Td>
      <Table.Td role="cell" data-rotulo="Validade" className={classes.largo}>
        {revogado_em
          ? `revogado ${quando(revogado_em)}`
          : expira_em
            ? `${over ? 'venceu' : 'até'} ${quando(expira_em)}`
            : 'sem prazo'}
      </Table.Td>
      <Table.Td role="cell" className={classes.acoes}>
        {revogado_em === null &&
          (asking ? (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button size="compact-sm" color="red" loading={revoke.isPending} onClick={() => revoke.mutate(token.id)}>
                Revogar de vez
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
                Não
              </Button>
            </Group>
          ) : (
            <Button size="compact-sm" variant="subtle" aria-label={`Revogar ${nome}`} onClick={() => setAsking(true)}>
              Revogar
            </Button>
          ))}
        {revoke.error && <FailureAlert error={revoke.error} />}
      </Table.Td>
    </Table.Tr>
  )
}

interface FormProps {
  onMade: (token: { nome: string; segredo: string }) => void
  onClose: () => void
}

function TokenForm({ onMade, onClose }: FormProps) {
  const create = useNewToken()
  const [nome, setNome] = useState('')
  const [abre, setAbre] = useState<Escopo[]>(['pbx'])
  const [redes, setRedes] = useState('')
  const [ate, setAte] = useState('')
  const campos = create.error instanceof ApiError ? create.error.campos : {}
  const submit = () => {
    create.mutate(
      {
        nome,
        escopos: abre,
        redes: redes.split(/[\s,;]+/).filter(Boolean),
        // To the end of that day.
        ...(ate && { expira_em: new Date(`${ate}T23:59:59`).toISOString() }),
      },
      { onSuccess: ({ token, segredo }) => onMade({ nome: token.nome, segredo }) },
    )
  }
  return (
    <Paper component="section" aria-label="Novo token" withBorder p="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm" maw={560}>
          <TextInput
            label="Nome do token"
            description="Diz quem o usa"
            placeholder="Central da matriz"
            maxLength={80}
            data-autofocus
            autoFocus
            error={campos.nome?.join('. ')}
            value={nome}
            onChange={(event) => setNome(event.currentTarget.value)}
          />
          <Checkbox.Group
            label="O que ele abre"
            value={abre}
            onChange={(chosen) => setAbre(escopos.map(({ escopo }) => escopo).filter((each) => chosen.includes(each)))}
            error={campos.escopos?.join('. ')}
          >
            <Stack gap={8} mt={4}>
              {escopos.map(({ escopo: value, abre: label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label="Vale só destas redes"
            description="Endereços ou redes, com vírgula entre eles; vazio: de qualquer lugar"
            placeholder="10.0.0.5, 192.168.10.0/24"
            error={campos.redes?.join('. ')}
            value={redes}
            onChange={(event) => setRedes(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Vale até"
            description="Vazio: até ser revogado"
            maw={220}
            error={campos.expira_em?.join('. ')}
            value={ate}
            onChange={(event) => setAte(event.currentTarget.value)}
          />
          {create.error && Object.keys(campos).length === 0 && <FailureAlert error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              Criar token
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
