'use client'
import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { MotivoPausa } from '#server/acesso/wire'
import { FailureAlert, ListaEspera } from '../../ui/feedback.tsx'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { EmUso, UsoBotao } from '../../ui/lista/EmUso.tsx'
import { camposDe, conflictOf } from '../../ui/network/request.ts'
import { useFocusStays } from '../../ui/parts/useFocusStays.ts'
import { Secao } from '../../ui/Secao.tsx'
import { useMotivosPausa, useSaveMotivoPausa } from '../pausaQueries.ts'
import { useRascunho } from '../useRascunho.ts'

const vazio = { nome: '' }
const mistakeOf = (error: unknown) => camposDe(error).nome

/** Why agents may be in a pause. */
export function MotivosPausa() {
  const motivos = useMotivosPausa()
  const save = useSaveMotivoPausa()
  const { typed, type, isStill } = useRascunho('motivo_pausa', vazio, (base) => base)
  const mistake = mistakeOf(save.error)
  const error = motivos.error ?? (mistake ? null : save.error)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // Text typed since the request stays: it belongs to the next reason.
    save.mutate(typed, { onSuccess: () => isStill(typed) && type(vazio) })
  }
  return (
    <Secao titulo="Motivos de pausa">
      <Text size="sm">
        O que quem atende escolhe em “Pausa”. Um motivo fora de uso não é mais oferecido; as pausas que o têm ficam com
        ele.
      </Text>
      <form onSubmit={onSubmit} noValidate>
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label="Novo motivo"
            maxLength={40}
            style={{ flex: 1, maxWidth: 360 }}
            value={typed.nome}
            error={mistake}
            onChange={({ currentTarget: { value } }) => type({ nome: value })}
          />
          <Button
            type="submit"
            mt="1.55rem"
            variant="default"
            loading={save.isPending && save.variables.codigo === undefined}
          >
            Criar
          </Button>
        </Group>
      </form>
      {error && <FailureAlert error={error} onRetry={motivos.error ? () => void motivos.refetch() : undefined} />}
      {motivos.isPending && <ListaEspera texto="Carregando motivos" linhas={5} />}
      {motivos.data && (
        <div className={cartoes.caixa}>
          <Table aria-label="Motivos de pausa">
            <Cabecalho colunas={['Nome', 'Situação', 'Ações']} />
            <Table.Tbody>
              {motivos.data.map((motivo) => (
                <Linha key={motivo.codigo} motivo={motivo} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Secao>
  )
}

function Linha({ motivo: { codigo, nome, ativo } }: { motivo: MotivoPausa }) {
  const save = useSaveMotivoPausa()
  const [typed, setTyped] = useState<string | null>(null)
  const cancelar = useRef<HTMLButtonElement>(null)
  /** The name that was there when the typing began; after a refusal that told the name now, that one. */
  const [lido, setLido] = useState<string | null>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // Text typed since the request stays.
    save.mutate(
      { codigo, nome: typed ?? nome, nome_lido: lido ?? nome },
      {
        onSuccess: () => {
          setLido(null)
          setTyped((now) => (now === typed ? null : now))
        },
        onError: (error) => conflictOf(error) && setLido(null),
      },
    )
  }
  const mistake = mistakeOf(save.error)
  return (
    <Table.Tr {...useFocusStays()}>
      {/* So wide that on a narrow screen, too, only a word of unusual length is broken. */}
      <Table.Td miw="7.5rem" style={{ overflowWrap: 'anywhere' }}>
        {typed === null ? (
          nome
        ) : (
          <form onSubmit={onSubmit} noValidate onKeyDown={({ key }) => key === 'Escape' && cancelar.current?.click()}>
            <Group gap="xs" align="flex-start">
              <TextInput
                aria-label={`Novo nome de ${nome}`}
                size="xs"
                maxLength={40}
                autoFocus
                value={typed}
                error={mistake}
                onChange={({ currentTarget: { value } }) => setTyped(value)}
              />
              <Button type="submit" size="xs" loading={save.isPending}>
                Salvar
              </Button>
              <Button ref={cancelar} size="xs" variant="default" onClick={() => setTyped(null)}>
                Cancelar
              </Button>
            </Group>
          </form>
        )}
        {save.error && !mistake && <FailureAlert error={save.error} />}
      </Table.Td>
      <Table.Td>
        <EmUso ativo={ativo} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            className={cartoes.quieta}
            aria-label={`Renomear ${nome}`}
            disabled={typed !== null}
            onClick={() => {
              setTyped(nome)
              setLido(nome)
            }}
          >
            Renomear
          </Button>
          <UsoBotao
            nome={nome}
            ativo={ativo}
            size="compact-sm"
            className={cartoes.quieta}
            loading={typed === null && save.isPending}
            onToggle={() => save.mutate({ codigo, ativo: !ativo })}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
