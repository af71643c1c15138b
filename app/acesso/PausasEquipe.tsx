import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import classes from './pausa.module.css'
import { usePausas } from './pausaQueries.ts'

const PausasLista = fetchedLater(() => import('./PausasLista.tsx').then((module) => module.PausasLista))

/** Always there, and always of one width: nothing moves when a colleague's pause begins or ends. */
export function PausasEquipe() {
  const { data: pausas = [] } = usePausas()
  const quantos = pausas.length === 0 ? 'Ninguém' : String(pausas.length)
  const rotulo = `${quantos} em pausa`
  const { asked, menu, button } = useMenuBotao(PausasLista.prepare, 'dialog')
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.equipe}
        leftSection={<IconUsers size={16} aria-hidden />}
        aria-label={rotulo}
        {...button}
      >
        <span className={classes.curto} aria-hidden>
          {pausas.length}
        </span>
        <span className={classes.longo}>{rotulo}</span>
      </Button>
      {asked && <PausasLista {...menu} rotulo={rotulo} pausas={pausas} />}
    </>
  )
}
