'use client'
import { Alert, Button, Paper, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { diagnosticoAnswer } from '#server/rastro/wire'
import { dimmed, Loading, QueryFailure } from '../ui/feedback.tsx'
import { texto, useFiltros } from '../ui/lista/useFiltros.ts'
import { read } from '../ui/network/reads.ts'
import { Sub } from '../ui/Sub.tsx'
import classes from './diagnostico.module.css'
import { cores, RastroLinha } from './RastroLinha.tsx'

const parsers = { ramal: texto, telefone: texto, chave: texto, id: texto, dia: texto, hora: texto }
const campos = [
  { nome: 'ramal', rotulo: 'Ramal', placeholder: '101' },
  { nome: 'telefone', rotulo: 'Telefone', placeholder: '(37) 99991-2222' },
  { nome: 'dia', rotulo: 'Dia', type: 'date' },
  { nome: 'hora', rotulo: 'Por volta de', type: 'time' },
  { nome: 'chave', rotulo: 'Chave da chamada', placeholder: 'uniqueid da central' },
  { nome: 'id', rotulo: 'Id da requisição', placeholder: 'id_requisicao da resposta' },
] as const

/** How often the list is fetched again, in milliseconds, so that new requests appear by themselves. */
const lookAgain = 5_000

export function DiagnosticoPagina() {
  const { filtros, change } = useFiltros(parsers, 'telefone')
  const [{ de, digitados }, setDigitados] = useState({ de: filtros, digitados: filtros })
  // A link, or the way back, has set other filters.
  if (de !== filtros) setDigitados({ de: filtros, digitados: filtros })
  const query = new URLSearchParams(filtros).toString()
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...read<typeof diagnosticoAnswer>(['diagnostico', query], `/api/painel/ligacoes/diagnostico?${query}`),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain,
    // A filter that is refused stays refused.
    retry: false,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    change(digitados)
    void refetch()
  }
  return (
    <>
      <div>
        <Title order={1}>Por que não tocou?</Title>
        <Sub>
          Cada pedido da central e o que foi feito dele, dos mais recentes aos mais antigos. Diga o que souber da
          chamada.
        </Sub>
      </div>
      <search>
        <form onSubmit={onSubmit} className={classes.campos}>
          {campos.map(({ nome, rotulo, ...field }) => (
            <TextInput
              key={nome}
              label={rotulo}
              {...field}
              value={digitados[nome]}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) =>
                setDigitados((now) => ({ de: now.de, digitados: { ...now.digitados, [nome]: value } }))
              }
            />
          ))}
          <Button type="submit" loading={isFetching && isPlaceholderData}>
            Procurar
          </Button>
        </form>
      </search>
      <QueryFailure query={{ error, refetch }} />
      {isPending && !error && <Loading texto="Procurando" />}
      {data && !error && (
        <div {...dimmed(isPlaceholderData)}>
          <Alert
            role="status"
            color={data.rastros.length === 0 ? 'yellow' : cores[data.rastros[0]?.tom ?? 'neutro']}
            title="Resposta"
            className={classes.resposta}
          >
            {data.resposta}
          </Alert>
          {data.rastros.length > 0 && (
            <Paper withBorder mt="sm">
              <ul aria-label="Pedidos da central">
                {data.rastros.map((rastro) => (
                  <RastroLinha key={`${rastro.id} ${rastro.em}`} rastro={rastro} />
                ))}
              </ul>
            </Paper>
          )}
          {data.mais && <Sub mt="xs">Há mais do que os 50 mostrados: diga o dia e a hora.</Sub>}
        </div>
      )}
    </>
  )
}
