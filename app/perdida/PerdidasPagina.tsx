'use client'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { Caida, Perdida } from '#server/perdida/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { FailureAlert, Loading } from '../ui/feedback.tsx'
import { contagem } from '../ui/format.ts'
import { Filtros } from '../ui/lista/Filtros.tsx'
import { ExportCsv, MoreButton } from '../ui/lista/listaBotoes.tsx'
import { texto, useFiltros } from '../ui/lista/useFiltros.ts'
import { sentenceOf } from '../ui/network/request.ts'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useStrayPress } from '../ui/parts/useStrayPress.ts'
import { Caidas } from './Caidas.tsx'
import { PerdidasTabela, ResolvidasTabela } from './PerdidasTabela.tsx'
import { PeriodoFiltros, usePeriodoPostos } from './PeriodoFiltros.tsx'
import classes from './perdidas.module.css'
import { useCaidas, usePerdidas, useRetorno } from './perdidasQueries.ts'
import { type Chamador, nomeDe, type UnderWay } from './Retorno.tsx'
import { useSteadyRows } from './steadyRows.ts'
import { useHand } from './useHand.ts'

const parsers = { data_inicio: texto, data_fim: texto, usuario: texto }

const chamadorDe = ({ chamador }: Perdida) => chamador
const idDe = ({ id }: Caida) => id

/** The last action, so that it can be undone. */
interface Done {
  texto: string
  ids: string[]
}

/** Missed calls by caller. */
export function PerdidasPagina() {
  const { papel } = useUsuario()
  const todas = eDaSupervisao(papel)
  const { filtros, change, clear, query } = useFiltros(parsers)
  const postos = usePeriodoPostos(filtros, todas, change)
  const abertas = usePerdidas('aberta', query)
  const resolvidas = usePerdidas('resolvida', query)
  const caidas = useCaidas(filtros.usuario)
  const retorno = useRetorno()
  const { held, handlers } = useHand()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isStray = useStrayPress()
  const [done, setDone] = useState<Done | null>(null)

  const pages = abertas.data?.pages ?? []
  const list = abertas.isPlaceholderData ? `${query} before` : query
  const open = pages.flatMap((page) => page.perdidas)
  const rows = useSteadyRows(list, open, chamadorDe, held)
  // A caller who has left the list is no longer selected, even after calling again.
  const waitingNow = new Set(open.map(chamadorDe))
  const still = [...chosen].filter((key) => waitingNow.has(key))
  if (still.length < chosen.size) setChosen(new Set(still))
  const broken = useSteadyRows(filtros.usuario, caidas.data?.caidas ?? [], idDe, held)
  const settled = resolvidas.data?.pages.flatMap((page) => page.perdidas) ?? []
  const settledIds = retorno.settle.isSuccess ? retorno.settle.variables.ids : []
  const waiting = rows.waiting + broken.waiting
  const failure = retorno.take.error ?? retorno.settle.error ?? retorno.reopen.error

  const underWay: UnderWay = (action, id) => {
    const { isPending, variables } = retorno[action]
    return isPending && variables.ids.some((each) => each === id)
  }
  const begin = () => {
    for (const each of Object.values(retorno)) each.reset()
    setDone(null)
  }
  /** "Resolvida" and "Reabrir" share one place, as do "Assumir" and "Devolver": a double click must not press both. */
  const settle = (chamadores: Chamador[], lists: { consultado_em: string }[] = pages) => {
    const ids = chamadores.map(({ id }) => id)
    const [first] = chamadores
    if (isStray(`settle ${ids}`) || (first && ids.length === 1 && underWay('settle', first.id))) return
    begin()
    // Only up to what the agent saw: a call that rings meanwhile is not settled.
    const [ate = ''] = lists.map((each) => each.consultado_em).sort()
    const texto =
      chamadores.length === 1 && first
        ? `Retorno resolvido: ${nomeDe(first)}.`
        : `${contagem(ids.length, 'retorno resolvido', 'retornos resolvidos')}.`
    retorno.settle.mutate(
      { ids, ate },
      {
        onSuccess: (chamadas) => {
          setDone(
            chamadas > 0 ? { texto, ids } : { texto: 'Nada mudou: já estava resolvido, ou ligaram de novo.', ids: [] },
          )
          setChosen(
            (before) => new Set([...before].filter((key) => !chamadores.some(({ chamador }) => chamador === key))),
          )
        },
      },
    )
  }
  const reveal = () => {
    rows.reveal()
    broken.reveal()
  }
  const take = ({ id }: Chamador, giveBack: boolean) => {
    if (isStray(`take ${id}`) || underWay('take', id)) return
    begin()
    retorno.take.mutate({ ids: [id], giveBack })
  }
  const reopen = (ids: string[]) => {
    setDone(null)
    retorno.take.reset()
    if (retorno.settle.isError) retorno.settle.reset()
    // The button stays, with the focus, until the call is open again.
    retorno.reopen.mutate({ ids }, { onSuccess: () => retorno.settle.reset() })
  }
  const undo = () => {
    if (isStray('undo')) return
    reopen(done?.ids ?? [])
    // The button disappears, and the focus with it.
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  const settleOne = (chamador: Chamador) => settle([chamador])
  const settleCaida = (chamador: Chamador) => settle([chamador], caidas.data && [caidas.data])
  const reopenOne = ({ id }: Chamador) => isStray(`settle ${id}`) || underWay('reopen', id) || reopen([id])
  const period = filtros.data_inicio !== '' || filtros.data_fim !== ''

  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={1} size="h2">
            Chamadas perdidas
          </Title>
          <Text size="sm" c="dimmed">
            {todas ? 'Da equipe' : 'As suas'}, {period ? 'no período' : 'de hoje e o que ficou sem retorno em 7 dias'}.
          </Text>
        </div>
        <div className={classes.aviso}>
          <Group gap="xs" role="status" miw={0}>
            {failure ? (
              <Text size="sm" c="var(--mantine-color-error)" fw={600}>
                {sentenceOf(failure)}
              </Text>
            ) : (
              done && (
                <>
                  <Text size="sm">{done.texto}</Text>
                  {done.ids.length > 0 && (
                    <Button size="compact-sm" variant="default" onClick={undo}>
                      Desfazer
                    </Button>
                  )}
                </>
              )
            )}
          </Group>
          {waiting > 0 && (
            <Button size="compact-sm" onClick={reveal}>
              {contagem(waiting, 'nova: mostrar', 'novas: mostrar')}
            </Button>
          )}
        </div>
        {todas && <ExportCsv href={`/api/painel/perdidas/exportar?${query}`} />}
      </Group>
      <Filtros poucos postos={postos} limpo={query === ''} onClear={clear}>
        <PeriodoFiltros filtros={filtros} todas={todas} change={change} />
      </Filtros>
      {abertas.error && <FailureAlert error={abertas.error} onRetry={() => void abertas.refetch()} />}
      <Stack gap="md" {...handlers}>
        <Caidas rows={broken.rows} todas={todas} underWay={underWay} onTake={take} onSettle={settleCaida} />
        <section aria-label="A retornar">
          <Title order={2} size="h4" mb="xs">
            A retornar
          </Title>
          {abertas.isPending ? (
            <Loading texto="Carregando chamadas perdidas" />
          ) : rows.rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {abertas.isError
                ? 'A lista não veio.'
                : period
                  ? 'Nenhuma chamada sem retorno neste período.'
                  : 'Ninguém espera retorno.'}
            </Text>
          ) : (
            <PerdidasTabela
              rows={rows.rows}
              todas={todas}
              chosen={chosen}
              onChoose={setChosen}
              underWay={underWay}
              onTake={take}
              onSettle={settleOne}
              onSettleAll={settle}
              onReopen={reopenOne}
              settled={settledIds.length === 1 ? settledIds[0] : undefined}
              fateOf={(key) => settled.find(({ chamador }) => chamador === key)}
            />
          )}
          <MoreButton lista={abertas} fullWidth mt="xs" />
        </section>
        <section {...useFocusStays()} aria-label="Resolvidas">
          <Title order={2} size="h4" mb="xs">
            {period ? 'Resolvidas no período' : 'Resolvidas hoje'}
          </Title>
          {settled.length === 0 ? (
            <Text size="sm" c="dimmed">
              {resolvidas.isPending ? 'Carregando…' : resolvidas.isError ? 'A lista não veio.' : 'Nenhuma.'}
            </Text>
          ) : (
            <ResolvidasTabela perdidas={settled} todas={todas} underWay={underWay} onReopen={reopenOne} />
          )}
          <MoreButton lista={resolvidas} fullWidth mt="xs" />
        </section>
      </Stack>
    </Stack>
  )
}
