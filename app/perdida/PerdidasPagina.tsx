'use client'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { Caida, Perdida } from '#server/perdida/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { Loading, QueryFailure } from '../ui/feedback.tsx'
import { Filtros } from '../ui/lista/Filtros.tsx'
import { ExportCsv, MoreButton, NovasBotao } from '../ui/lista/listaBotoes.tsx'
import { texto, useFiltros } from '../ui/lista/useFiltros.ts'
import { sentenceOf } from '../ui/network/request.ts'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { Sub } from '../ui/Sub.tsx'
import { Caidas } from './Caidas.tsx'
import { PerdidasTabela, ResolvidasTabela } from './PerdidasTabela.tsx'
import { PeriodoFiltros, usePeriodoPostos } from './PeriodoFiltros.tsx'
import classes from './perdidas.module.css'
import { useCaidas, usePerdidas } from './perdidasQueries.ts'
import type { Chamador } from './Retorno.tsx'
import { useSteadyRows } from './steadyRows.ts'
import { useHand } from './useHand.ts'
import { usePerdidasActs } from './usePerdidasActs.ts'

const parsers = { data_inicio: texto, data_fim: texto, usuario: texto }

const chamadorDe = ({ chamador }: Perdida) => chamador
const idDe = ({ id }: Caida) => id

/** Missed calls by caller. */
export function PerdidasPagina() {
  const { papel } = useUsuario()
  const todas = eDaSupervisao(papel)
  const { filtros, change, clear, query } = useFiltros(parsers)
  const postos = usePeriodoPostos(filtros, todas, change)
  const abertas = usePerdidas('aberta', query)
  const resolvidas = usePerdidas('resolvida', query)
  const caidas = useCaidas(filtros.usuario)
  const { held, handlers } = useHand()

  const pages = abertas.data?.pages ?? []
  const list = abertas.isPlaceholderData ? `${query} before` : query
  const open = pages.flatMap((page) => page.perdidas)
  const rows = useSteadyRows(list, open, chamadorDe, held)
  const broken = useSteadyRows(filtros.usuario, caidas.data?.caidas ?? [], idDe, held)
  const resolved = resolvidas.data?.pages.flatMap((page) => page.perdidas) ?? []
  const { chosen, setChosen, unchoose } = useChosen(open)
  const { atos, settle, done, failure, undo } = usePerdidasActs(unchoose)
  const waiting = rows.waiting + broken.waiting
  // Rows move until the hand is on them; what comes above moves them even then, and other filters replace them.
  const above = [list, rows.moves, abertas.isError, caidas.isError, ...broken.rows.map(({ key }) => key)]
  const came = abertas.data !== undefined && caidas.data !== undefined
  const { guard, aviso } = useRecusaAfter(came ? above.join() : '', () => document.activeElement)
  const reveal = () => {
    rows.reveal()
    broken.reveal()
  }
  const period = filtros.data_inicio !== '' || filtros.data_fim !== ''

  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={1} size="h2">
            Chamadas perdidas
          </Title>
          <Sub>
            {todas ? 'Da equipe' : 'As suas'}, {period ? 'no período' : 'de hoje e o que ficou sem retorno em 7 dias'}.
          </Sub>
        </div>
        <div className={classes.aviso}>
          <Aviso failure={failure} done={done} onUndo={undo} />
          <NovasBotao waiting={waiting} onReveal={reveal} />
        </div>
        {todas && <ExportCsv href={`/api/painel/perdidas/exportar?${query}`} />}
      </Group>
      <Filtros poucos postos={postos} limpo={query === ''} onClear={clear}>
        <PeriodoFiltros filtros={filtros} todas={todas} change={change} />
      </Filtros>
      <QueryFailure query={abertas} />
      <Stack gap="md" {...handlers} {...guard}>
        <Caidas
          rows={broken.rows}
          desatualizada={caidas.isPlaceholderData}
          // Without the list below, the alert above tells of both.
          error={abertas.error ? null : caidas.error}
          onRetry={() => void caidas.refetch()}
          todas={todas}
          atos={atos}
          onSettle={(caida) => settle([caida], caidas.data ? [caidas.data] : pages)}
        />
        <section aria-label="A retornar">
          <Title order={2} size="h4" mb="xs">
            A retornar
          </Title>
          {abertas.isPending || (abertas.isPlaceholderData && rows.rows.length === 0) ? (
            <Loading texto="Carregando chamadas perdidas" />
          ) : rows.rows.length === 0 ? (
            <Sub>
              {abertas.isError
                ? 'A lista não veio.'
                : period
                  ? 'Nenhuma chamada sem retorno neste período.'
                  : 'Ninguém espera retorno.'}
            </Sub>
          ) : (
            <PerdidasTabela
              rows={rows.rows}
              desatualizada={abertas.isPlaceholderData}
              todas={todas}
              chosen={chosen}
              onChoose={setChosen}
              atos={atos}
              onSettleAll={(chamadores) => settle(chamadores, pages)}
              fateOf={(key) => resolved.find(({ chamador }) => chamador === key)}
            />
          )}
          <MoreButton lista={abertas} fullWidth mt="xs" />
        </section>
        <section {...useFocusStays()} aria-label="Resolvidas">
          <Title order={2} size="h4" mb="xs">
            {period ? 'Resolvidas no período' : 'Resolvidas hoje'}
          </Title>
          {aviso}
          {/* Without the list above, the alert on top tells of both. */}
          {!abertas.error && <QueryFailure query={resolvidas} />}
          {resolved.length === 0 ? (
            <Sub>
              {resolvidas.isPending || resolvidas.isPlaceholderData
                ? 'Carregando…'
                : resolvidas.isError
                  ? 'A lista não veio.'
                  : 'Nenhuma.'}
            </Sub>
          ) : (
            <ResolvidasTabela
              perdidas={resolved}
              desatualizada={resolvidas.isPlaceholderData}
              todas={todas}
              atos={atos}
            />
          )}
          <MoreButton lista={resolvidas} fullWidth mt="xs" />
        </section>
      </Stack>
    </Stack>
  )
}

/** The selected callers. One who has left the list is no longer selected, even after calling again. */
function useChosen(open: readonly Perdida[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const waiting = new Set(open.map(chamadorDe))
  const still = [...chosen].filter((key) => waiting.has(key))
  if (still.length < chosen.size) setChosen(new Set(still))
  const unchoose = (chamadores: readonly Chamador[]) =>
    setChosen((before) => new Set([...before].filter((key) => !chamadores.some(({ chamador }) => chamador === key))))
  return { chosen, setChosen, unchoose }
}

type Said = Pick<ReturnType<typeof usePerdidasActs>, 'failure' | 'done'>

/** What became of the last action. */
const Aviso = ({ failure, done, onUndo }: Said & { onUndo: () => void }) => (
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
            <Button size="compact-sm" variant="default" onClick={onUndo}>
              Desfazer
            </Button>
          )}
        </>
      )
    )}
  </Group>
)
