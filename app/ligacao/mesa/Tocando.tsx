import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { quantosTem } from '#server/cliente/rules/candidatos'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { Elapsed } from '../../ui/network/serverClock.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { useLastOpen } from '../chamada/faseDaChamada.ts'
import { useLigacaoActions } from '../chamada/useLigacaoActions.ts'
import { outcomeOf } from '../faixa/ending.ts'
import classes from '../faixa/faixa.module.css'
import { nomeDe, telefoneAoLado } from '../fila/ligacoes.ts'
import { useAbertas, useFila, useLigacao, useMesa, useReportShown } from '../fila/useMesa.ts'
import { useHeldCall } from './useHeldCall.ts'

/** The call that rings, at the same place on every page, however far the page is scrolled. */
export function Tocando() {
  const abertas = useAbertas()
  const { ativa } = useFila()
  const naMesa = usePathname() === '/painel'
  const { id, guarded, aviso } = useHeldCall<HTMLUListElement>(shownOf(abertas, ativa, naMesa))
  return (
    <>
      {id !== null && (
        <ul {...guarded} className={classes.cartoes} aria-label="Chamadas em curso">
          <Cartao key={id} id={id} outras={waitBeside(abertas, id)} naMesa={naMesa} ativa={id === ativa} />
        </ul>
      )}
      {aviso}
    </>
  )
}

/** Pure. The active call if it rings, else the ringing call that waits longest, else, off the desk, the latest one. */
function shownOf(abertas: readonly Ligacao[], ativa: string | null, naMesa: boolean): string | null {
  const tocando = abertas.filter(({ atendida_em }) => atendida_em === null)
  const shown = tocando.find(({ id }) => id === ativa) ?? tocando[0] ?? (naMesa ? undefined : abertas.at(-1))
  return shown?.id ?? null
}

/** How many other calls wait: an attended call does not wait. */
const waitBeside = (abertas: readonly Ligacao[], id: string) =>
  abertas.filter((each) => each.id !== id && each.atendida_em === null).length

interface Props {
  id: string
  outras: number
  naMesa: boolean
  ativa: boolean
}

/** Drawing it reports the call as shown. */
function Cartao({ id, outras, naMesa, ativa }: Props) {
  const router = useRouter()
  const { fila } = useMesa()
  const { ligacao, aberta } = useLigacao(id)
  const shown = useLastOpen(ligacao, aberta)
  const { run, pending, error } = useLigacaoActions(id)
  useReportShown(aberta ? ligacao : undefined)
  if (!ligacao || !shown) return null
  const nome = nomeDe(shown)
  // On the desk, the call's window says it.
  const alert = naMesa ? undefined : error?.message
  const open = () => {
    fila.choose(id)
    run({ acao: 'abrir' })
    if (!naMesa) router.push('/painel')
  }
  return (
    <li className={classes.cartao} data-tocando={(aberta && shown.atendida_em === null) || undefined}>
      <span className={classes.quem}>
        <strong title={nome}>{nome}</strong>
        <Sub span className={`${classes.fatos} algarismos`} role={alert ? 'alert' : undefined}>
          {aberta ? (
            (alert ?? <Detalhes ligacao={shown} outras={outras} />)
          ) : (
            <span role="status">{outcomeOf(ligacao).curto}</span>
          )}
        </Sub>
      </span>
      {!(naMesa && ativa) && (
        <Button
          component={Link}
          href="/painel"
          prefetch={false}
          variant="subtle"
          className={classes.ir}
          data-na-mesa={naMesa || undefined}
          aria-label="Ir para a chamada"
          onClick={() => fila.enter(id)}
        >
          <span className={classes.longo}>Ir para a chamada</span>
          <IconArrowRight size={18} aria-hidden className={classes.curto} />
        </Button>
      )}
      {shown.atendida_em === null && (
        <Button
          className={classes.abrir}
          variant={naMesa && ativa ? 'light' : 'filled'}
          disabled={!aberta}
          loading={pending.includes('abrir')}
          aria-label={`Abrir atendimento de ${nome}`}
          onClick={open}
        >
          Abrir<span className={classes.longo}>&nbsp;atendimento</span>
        </Button>
      )}
    </li>
  )
}

function Detalhes({ ligacao, outras }: { ligacao: Ligacao; outras: number }) {
  const { cliente, candidatos, origem, incerta, aberta_em } = ligacao
  const quem = cliente
    ? telefoneAoLado(ligacao)
    : candidatos.length > 0
      ? quantosTem(candidatos)
      : 'Cliente não identificado'
  return (
    <>
      {outras > 0 && (
        <span className={classes.outras}>
          +{outras}
          <span className={classes.longo}> na fila</span>
        </span>
      )}
      {/* Before the texts that may be cut. */}
      <Elapsed instante={aberta_em} />
      {[quem, origem, incerta && 'pode ter terminado'].filter(Boolean).map((each) => ` · ${each}`)}
    </>
  )
}
