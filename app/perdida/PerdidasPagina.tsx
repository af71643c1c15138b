'use client'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { createSerializer, parseAsString } from 'nuqs'
import { useRef, useState } from 'react'
import type { Caida, Perdida } from '#server/perdida/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { Carregando, FailureAlert } from '../ui/feedback.tsx'
import { contagem } from '../ui/format.ts'
import { MostrarMais } from '../ui/lista.tsx'
import { sentenceOf } from '../ui/request.ts'
import { useFiltros } from '../ui/useFiltros.ts'
import { Caidas } from './Caidas.tsx'
import { PerdidasTabela, ResolvidasTabela } from './PerdidasTabela.tsx'
import { PeriodoFiltros } from './PeriodoFiltros.tsx'
import classes from './perdidas.module.css'
import { useCaidas, usePerdidas, useRetorno } from './perdidasQueries.ts'
import { type Chamador, nomeDe } from './Retorno.tsx'
import { useSteadyRows } from './steadyRows.ts'
import { useHand } from './useHand.ts'

const texto = parseAsString.withDefault('')
const parsers = { data_inicio: texto, data_fim: texto, usuario: texto }
const serialize = createSerializer(parsers)
const unfiltered = { data_inicio: null, data_fim: null, usuario: null }

const chamadorDe = ({ chamador }: Perdida) => chamador
const idDe = ({ id }: Caida) => id

/** A click this soon after another on the same row was not meant, in milliseconds. */
const strayMs = 1_000

interface Pressed {
  /** The caller. */
  id: string
  /** The button's place: what settles and what reopens stand in one. */
  what: 'assumir' | 'resolver'
  at: number
}

/** What was done last, so that it can be taken back. */
interface Feito {
  texto: string
  ids: string[]
  /** The caller, if it was one. */
  settled: string | null
}

/** Missed calls, by caller: who waits to be called back, who does it, and what is settled. */
export function PerdidasPagina() {
  const { papel } = useUsuario()
  const todas = papel !== 'atendente'
  const { filtros, change } = useFiltros(parsers)
  const query = serialize(filtros).slice(1)
  const abertas = usePerdidas('aberta', query)
  const resolvidas = usePerdidas('resolvida', query)
  const caidas = useCaidas(filtros.usuario)
  const { assumir, tratar, reabrir } = useRetorno()
  const { held, handlers } = useHand()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const pressed = useRef<Pressed>({ id: '', what: 'assumir', at: 0 })
  const [feito, setFeito] = useState<Feito | null>(null)

  const pages = abertas.data?.pages ?? []
  const list = abertas.isPlaceholderData ? `${query} before` : query
  const rows = useSteadyRows(
    list,
    pages.flatMap((page) => page.perdidas),
    chamadorDe,
    held,
  )
  const broken = useSteadyRows(filtros.usuario, caidas.data?.caidas ?? [], idDe, held)
  const done = resolvidas.data?.pages.flatMap((page) => page.perdidas) ?? []
  const waiting = rows.waiting + broken.waiting
  const failure = assumir.error ?? tratar.error ?? reabrir.error

  const begin = () => {
    for (const each of [assumir, tratar, reabrir]) each.reset()
    setFeito(null)
  }
  /** A button says the opposite once it is done: the second click of a double click hits nothing. */
  const isStray = (id: string, what: Pressed['what']) => {
    const { current: last } = pressed
    const stray = last.id === id && last.what === what && Date.now() - last.at < strayMs
    if (!stray) pressed.current = { id, what, at: Date.now() }
    return stray
  }
  const settle = (chamadores: Chamador[]) => {
    begin()
    // As of what is on the screen: what rings meanwhile stays.
    const [ate = ''] = [...pages, ...(caidas.data ? [caidas.data] : [])].map((each) => each.consultado_em).sort()
    const ids = chamadores.map(({ id }) => id)
    const [first] = chamadores
    const texto =
      chamadores.length === 1 && first
        ? `Retorno resolvido: ${nomeDe(first)}.`
        : `${contagem(ids.length, 'retorno resolvido', 'retornos resolvidos')}.`
    tratar.mutate(
      { ids, ate },
      {
        onSuccess: () => {
          setFeito({ texto, ids, settled: chamadores.length === 1 ? (first?.chamador ?? null) : null })
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
  const take = ({ id }: Chamador, devolver: boolean) => {
    if (isStray(id, 'assumir')) return
    begin()
    assumir.mutate({ id, devolver })
  }
  const reopen = (ids: string[]) => {
    begin()
    reabrir.mutate(ids)
  }
  const settleOne = (chamador: Chamador) => isStray(chamador.id, 'resolver') || settle([chamador])
  const reopenOne = ({ id }: Chamador) => isStray(id, 'resolver') || reopen([id])
  const period = filtros.data_inicio !== '' || filtros.data_fim !== ''

  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <div>
        <Title order={1} size="h2">
          Chamadas perdidas
        </Title>
        <Text size="sm" c="dimmed">
          {todas ? 'Da equipe' : 'As suas'}, {period ? 'no período' : 'de hoje e o que ficou sem retorno em 7 dias'}.
        </Text>
      </div>
      <Group component="search" gap="sm" align="flex-end" className={classes.filtros}>
        <PeriodoFiltros filtros={filtros} todas={todas} change={change} />
        <Button variant="subtle" px="xs" disabled={query === ''} onClick={() => change(unfiltered)}>
          Limpar filtros
        </Button>
      </Group>
      <div className={classes.aviso}>
        <Group gap="xs" role="status" miw={0}>
          {failure ? (
            <Text size="sm" c="var(--mantine-color-error)" fw={600}>
              {sentenceOf(failure)}
            </Text>
          ) : (
            feito && (
              <>
                <Text size="sm">{feito.texto}</Text>
                <Button size="compact-sm" variant="default" onClick={() => reopen(feito.ids)}>
                  Desfazer
                </Button>
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
      {abertas.error && <FailureAlert error={abertas.error} onRetry={() => void abertas.refetch()} />}
      <Stack gap="md" {...handlers}>
        <Caidas rows={broken.rows} todas={todas} onAssumir={take} onTratar={settleOne} />
        <section aria-label="A retornar">
          <Title order={2} size="h4" mb="xs">
            A retornar
          </Title>
          {abertas.isPending ? (
            <Carregando texto="Carregando chamadas perdidas" />
          ) : rows.rows.length === 0 ? (
            <Paper withBorder p="lg" ta="center">
              {period ? 'Nenhuma chamada sem retorno neste período.' : 'Ninguém espera retorno.'}
            </Paper>
          ) : (
            <PerdidasTabela
              rows={rows.rows}
              todas={todas}
              chosen={chosen}
              onChoose={setChosen}
              onAssumir={take}
              onTratar={settleOne}
              onTratarTodas={settle}
              onReabrir={reopenOne}
              settled={feito?.settled ?? null}
              fateOf={(key) => done.find(({ chamador }) => chamador === key)}
            />
          )}
          <MostrarMais lista={abertas} fullWidth mt="xs" />
        </section>
        <section aria-label="Resolvidas">
          <Title order={2} size="h4" mb="xs">
            {period ? 'Resolvidas no período' : 'Resolvidas hoje'}
          </Title>
          {done.length === 0 ? (
            <Text size="sm" c="dimmed">
              {resolvidas.isPending ? 'Carregando…' : 'Nenhuma.'}
            </Text>
          ) : (
            <ResolvidasTabela perdidas={done} todas={todas} onReabrir={reopenOne} />
          )}
          <MostrarMais lista={resolvidas} fullWidth mt="xs" />
        </section>
      </Stack>
    </Stack>
  )
}
