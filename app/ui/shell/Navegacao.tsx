import { Badge, Burger, Button, VisuallyHidden } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, useRef, useState } from 'react'
import { supervisao, todosPapeis } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'
import classes from './shell.module.css'

interface Destino {
  href: string
  rotulo: string
  papeis: readonly Papel[]
  /** The command box also finds the page by how these begin. */
  palavras: readonly string[]
  /** A path outside `href` on which this link, too, is marked as the current page. */
  alem?: string
}

/** The pages and their roles; the server checks again. */
const destinos: readonly Destino[] = [
  { href: '/painel', rotulo: 'Painel', papeis: todosPapeis, palavras: ['mesa', 'início'] },
  {
    href: '/perdidas',
    rotulo: 'Perdidas',
    papeis: todosPapeis,
    palavras: ['chamadas perdidas', 'tocou', 'não tocou', 'não atendidas', 'retornar', 'retornos'],
  },
  {
    href: '/ligacoes',
    rotulo: 'Histórico',
    papeis: todosPapeis,
    palavras: ['chamadas', 'ligações', 'tocou'],
    alem: '/diagnostico',
  },
  { href: '/atendimentos', rotulo: 'Atendimentos', papeis: todosPapeis, palavras: ['protocolos', 'anotações'] },
  { href: '/clientes', rotulo: 'Clientes', papeis: supervisao, palavras: ['assinantes'] },
  {
    href: '/faturamento',
    rotulo: 'Faturamento',
    papeis: supervisao,
    palavras: ['registrar', 'cobrança', 'acréscimos', 'descontos'],
  },
  {
    href: '/admin',
    rotulo: 'Administração',
    papeis: ['administrador'],
    palavras: ['usuários', 'ramais'],
    alem: '/auditoria',
  },
]

export const destinosDe = (papel: Papel) => destinos.filter((destino) => destino.papeis.includes(papel))

/** By `href`: how many things wait on a page, shown beside its link. */
export type Contagens = Readonly<Record<string, { total: number; cor?: string; what: string }>>

/** A row of links; on a narrow screen they are in a menu, whose button shows how many missed calls wait. */
export function Navegacao({ papel, contagens }: { papel: Papel; contagens: Contagens }) {
  const pathname = usePathname()
  const burger = useRef<HTMLButtonElement>(null)
  const [aberto, setAberto] = useState(false)
  /** Pages are prefetched once a hand comes near: at each load, they were a quarter of the desk's work for a page. */
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)
  const outside = useClickOutside(() => setAberto(false))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !aberto) return
    setAberto(false)
    burger.current?.focus()
  }
  const visiveis = destinosDe(papel)
  return (
    <nav
      aria-label="Páginas"
      ref={outside}
      className={classes.navegacao}
      onKeyDown={onKeyDown}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <span className={classes.burger}>
        <Burger
          ref={burger}
          size="sm"
          lineSize={2}
          opened={aberto}
          aria-label="Menu"
          aria-expanded={aberto}
          aria-controls="paginas"
          onClick={() => setAberto(!aberto)}
        />
        {pathname !== '/perdidas' && <Contagem {...contagens['/perdidas']} />}
      </span>
      <div id="paginas" className={classes.paginas} data-aberto={aberto || undefined}>
        {visiveis.map(({ href, rotulo, alem }) => {
          const here = pathname === href || pathname.startsWith(`${href}/`) || pathname === alem
          return (
            <Button
              key={href}
              component={Link}
              href={href}
              prefetch={near ? null : false}
              size="compact-sm"
              variant={here ? 'light' : 'subtle'}
              color={here ? undefined : 'gray'}
              className={classes.pagina}
              onClick={() => setAberto(false)}
              aria-current={here ? 'page' : undefined}
              rightSection={here && href === '/painel' ? undefined : <Contagem {...contagens[href]} />}
            >
              {rotulo}
            </Button>
          )
        })}
      </div>
    </nav>
  )
}

/** Its place is kept while nothing waits, so that no link moves. `what` is for screen readers. */
function Contagem({ total, cor, what }: Partial<Contagens[string]>) {
  if (total === undefined) return null
  if (total === 0) return <span className={classes.contagem} />
  return (
    <Badge variant="filled" size="sm" px={2} className={classes.contagem} {...(cor && { color: cor })}>
      {total > 99 ? '99+' : total}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Badge>
  )
}
