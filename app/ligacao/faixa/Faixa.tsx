import { Button, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { contagem } from '../../ui/format.ts'
import { NavegacaoEspera } from '../../ui/network/NavegacaoEspera.tsx'
import { Elapsed } from '../../ui/network/serverClock.tsx'
import { useAbertas, useMesa, useOutras } from '../fila/useMesa.ts'
import { Avisos, useAvisos } from './Avisos.tsx'
import classes from './faixa.module.css'

/** The line below the header: notices, and on other pages than the desk the open calls. */
export function Faixa() {
  const { ligacoes } = useMesa()
  const { avisos, dismissAvisos } = useAvisos(ligacoes)
  const away = usePathname() !== '/painel'
  return (
    <div className={classes.faixa}>
      <NavegacaoEspera />
      {away && <Cartoes />}
      <Outras />
      <Avisos avisos={avisos} onDismiss={dismissAvisos} />
    </div>
  )
}

/** A snapshot has the latest calls only, so the screen says how many more there are. */
function Outras() {
  const { ligacoes } = useMesa()
  const outras = useOutras()
  if (outras === 0) return null
  return (
    <Text role="status" size="sm" fw={600} c="var(--mantine-color-error)" style={{ flexShrink: 0 }}>
      Mais {contagem(outras, 'chamada aberta', 'chamadas abertas')} além das {ligacoes.abertas().length} mais recentes,
      que estão aqui
    </Text>
  )
}

const atOnce = 2

function Cartoes() {
  const abertas = useAbertas()
  if (abertas.length === 0) return null
  const latest = abertas.toSorted((a, b) => b.tocada_em.localeCompare(a.tocada_em)).slice(0, atOnce)
  return (
    <ul className={classes.cartoes} aria-label="Chamadas em curso">
      {latest.map((ligacao, at) => (
        <li key={ligacao.id} className={at > 0 ? `${classes.cartao} ${classes.secundario}` : classes.cartao}>
          <Cartao ligacao={ligacao} outras={at === latest.length - 1 ? abertas.length - latest.length : 0} />
        </li>
      ))}
    </ul>
  )
}

/** Counts as shown when drawn. */
function Cartao({ ligacao, outras }: { ligacao: Ligacao; outras: number }) {
  const { fila, reportShown } = useMesa()
  const { id, tocada_em, cliente, telefone_formatado, candidatos } = ligacao
  useEffect(() => reportShown(id, tocada_em), [id, tocada_em, reportShown])
  return (
    <>
      <span className={classes.quem}>
        <strong>{cliente?.nome_razaosocial ?? telefone_formatado}</strong>{' '}
        <Text span size="sm" c="dimmed" className="algarismos">
          {cliente
            ? fatosDoCliente(ligacao)
            : candidatos.length > 0
              ? `${candidatos.length} clientes têm este telefone`
              : 'Cliente não identificado'}
          {' · '}
          <Elapsed instante={ligacao.aberta_em} />
          {ligacao.incerta && ' · pode ter terminado'}
          {outras > 0 && ` · mais ${outras} na fila`}
        </Text>
      </span>
      <Button
        component={Link}
        href="/painel"
        prefetch={false}
        size="compact-sm"
        variant="light"
        style={{ flexShrink: 0 }}
        onClick={() => fila.choose(id)}
      >
        Ir para a chamada
      </Button>
    </>
  )
}

function fatosDoCliente({ cliente, telefone_formatado }: Ligacao): string {
  const [servico] = cliente?.servicos ?? []
  return [telefone_formatado, servico && `${servico.nome} (${servico.status})`, servico?.endereco_instalacao]
    .filter(Boolean)
    .join(' · ')
}
