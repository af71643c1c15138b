import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { filasAnswer } from '#server/ligacao/wire/filas'
import { FailureAlert, FormFailure, QueryFailure } from '../../ui/feedback.tsx'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import { camposDe, conflictOf } from '../../ui/network/request.ts'
import { useFocusStays } from '../../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { Secao } from '../../ui/Secao.tsx'
import { useFilas, useNameFila } from '../filaQueries.ts'

/** The names that people read in place of the exchange's names of its queues. */
export function Filas() {
  const filas = useFilas()
  const name = useNameFila()
  const staying = useFocusStays()
  // The row below moves to the place of one that goes.
  const { guard, aviso } = useRecusaAfter((filas.data ?? []).map(({ codigo }) => codigo).join())
  const [codigo, setCodigo] = useState('')
  const [nome, setNome] = useState('')
  /** The name that the queue already has, once a refusal has told it: the next save replaces it. */
  const [lido, setLido] = useState<string | null>(null)
  const taking = name.variables?.nome === null
  const campos = taking ? {} : camposDe(name.error)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // Text typed since the request stays: it belongs to the next queue.
    const clear = () => {
      setLido(null)
      setCodigo((now) => (now === codigo ? '' : now))
      setNome((now) => (now === nome ? '' : now))
    }
    const told = (error: unknown) => {
      const filas = conflictOf<typeof filasAnswer>(error)?.filas
      if (filas) setLido(filas.find((fila) => fila.codigo === codigo.trim().toLowerCase())?.nome ?? null)
    }
    name.mutate({ codigo, nome, nome_lido: lido }, { onSuccess: clear, onError: told })
  }
  return (
    <Secao titulo="Nomes das filas">
      <Text size="sm">
        Se a central diz em ligacao_params que a fila é “suporte”, a janela pode mostrar “Suporte técnico”.
      </Text>
      <form onSubmit={onSubmit} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Como a central a chama"
            maxLength={60}
            value={codigo}
            error={campos.codigo}
            onChange={({ currentTarget: { value } }) => {
              setCodigo(value)
              setLido(null)
              if (lido !== null) name.reset()
            }}
          />
          <TextInput
            label="Nome na tela"
            maxLength={60}
            value={nome}
            error={campos.nome}
            onChange={({ currentTarget: { value } }) => setNome(value)}
          />
          <Button type="submit" mt="1.55rem" variant="default" loading={name.isPending}>
            Salvar nome
          </Button>
        </Group>
      </form>
      <QueryFailure query={filas} />
      {taking && name.error ? <FailureAlert error={name.error} /> : <FormFailure error={name.error} />}
      {filas.data && filas.data.length > 0 && (
        <div {...guard}>
          <Table {...staying} aria-label="Filas com nome">
            <Cabecalho colunas={['Na central', 'Na tela', 'Ações']} />
            <Table.Tbody>
              {filas.data.map((fila) => (
                <Table.Tr key={fila.codigo}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{fila.codigo}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{fila.nome}</Table.Td>
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Tirar o nome de ${fila.codigo}`}
                      onClick={() => name.mutate({ codigo: fila.codigo, nome: null, nome_lido: fila.nome })}
                    >
                      Tirar
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {aviso}
        </div>
      )}
    </Secao>
  )
}
