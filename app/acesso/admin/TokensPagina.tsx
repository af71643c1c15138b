'use client'
import { Button, Group, Paper, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useState } from 'react'
import type { TokenAdministrado } from '#server/acesso/wire'
import { FailureAlert, ListaEspera, QueryFailure } from '../../ui/feedback.tsx'
import { quando } from '../../ui/format.ts'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { useFocusStays } from '../../ui/parts/useFocusStays.ts'
import classes from './admin.module.css'
import { useRevokeToken, useTokens } from './adminQueries.ts'
import { Segredo } from './Segredo.tsx'
import { nomeDe, TokenForm } from './tokens/TokenForm.tsx'
import { UsoDoToken } from './tokens/UsoDoToken.tsx'

export function TokensPagina() {
  const tokens = useTokens()
  const [made, setMade] = useState<{ nome: string; segredo: string } | null>(null)
  const [creating, setCreating] = useState(false)
  const [pressed, setPressed] = useState(false)
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
          {/* It takes the focus again when it comes back in the place of the form or the secret. */}
          <Button
            autoFocus={pressed}
            onClick={() => {
              setPressed(true)
              setCreating(true)
            }}
          >
            Novo token
          </Button>
        </Group>
      )}
      <QueryFailure query={tokens} />
      {tokens.isPending && <ListaEspera texto="Carregando tokens" linhas={3} />}
      {tokens.data && tokens.data.length === 0 && (
        <Text c="dimmed">Nenhum token: a central precisa de um para tocar.</Text>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <Paper withBorder>
          <Table aria-label="Tokens" className={`algarismos ${cartoes.tabela}`}>
            <Cabecalho
              colunas={['Nome', 'Abre', 'Vale de', 'Último uso', 'Validade', 'Ações']}
              className={classes.linha}
            />
            <Table.Tbody>
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
  const [aberto, { toggle }] = useDisclosure(false)
  const uso = useId()
  const revoke = useRevokeToken()
  const over = expira_em !== null && Date.parse(expira_em) <= serverNow()
  return (
    <>
      <Table.Tr
        {...useFocusStays()}
        className={`${cartoes.linha} ${classes.linha}`}
        data-inativo={revogado_em !== null || over || undefined}
        data-aberto={aberto || revoke.isError || undefined}
      >
        <Table.Td className={classes.nome}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {nome}
          </Text>
        </Table.Td>
        <Table.Td data-rotulo="Abre" className={classes.largo}>
          {token.escopos.map(nomeDe).join(', ')}
        </Table.Td>
        <Table.Td data-rotulo="Vale de" className={classes.largo}>
          {redes.join(', ') || 'qualquer lugar'}
        </Table.Td>
        <Table.Td data-rotulo="Último uso" className={classes.largo}>
          {ultimo_uso ? `${quando(ultimo_uso)}${ultimo_ip ? ` · ${ultimo_ip}` : ''}` : 'nunca'}
        </Table.Td>
        <Table.Td data-rotulo="Validade" className={classes.largo}>
          {revogado_em
            ? `revogado ${quando(revogado_em)}`
            : expira_em
              ? `${over ? 'venceu' : 'até'} ${quando(expira_em)}`
              : 'sem prazo'}
        </Table.Td>
        <Table.Td className={classes.acoes}>
          {asking && revogado_em === null ? (
            <Group
              gap={4}
              wrap="nowrap"
              justify="flex-end"
              onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
            >
              <Button
                size="compact-sm"
                color="red"
                loading={revoke.isPending}
                aria-label={`Revogar de vez ${nome}`}
                onClick={() => revoke.mutate(token.id)}
              >
                Revogar de vez
              </Button>
              {/* As wide as "Revogar", in whose place it comes: a slow second click hits this one. */}
              <Button
                size="compact-sm"
                variant="default"
                miw={96}
                aria-label={`Não revogar ${nome}`}
                onClick={() => setAsking(false)}
              >
                Não
              </Button>
            </Group>
          ) : (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Última hora de ${nome}`}
                aria-expanded={aberto}
                aria-controls={aberto ? uso : undefined}
                onClick={toggle}
              >
                Última hora
              </Button>
              {revogado_em === null && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Revogar ${nome}`}
                  onClick={() => setAsking(true)}
                >
                  Revogar
                </Button>
              )}
            </Group>
          )}
        </Table.Td>
      </Table.Tr>
      {revoke.isError && (
        <Table.Tr className={`${cartoes.linha} ${classes.linha}`}>
          <Table.Td colSpan={6} className={classes.largo}>
            <FailureAlert error={revoke.error} />
          </Table.Td>
        </Table.Tr>
      )}
      {aberto && (
        <Table.Tr id={uso} className={`${cartoes.linha} ${classes.linha}`}>
          <Table.Td colSpan={6} className={classes.largo}>
            <UsoDoToken token={token} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}
