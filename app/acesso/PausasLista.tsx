import { Popover, Text } from '@mantine/core'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'
import { Sub } from '../ui/Sub.tsx'
import { Minutos } from './PausaMenu.tsx'
import classes from './pausa.module.css'
import type { usePausas } from './pausaQueries.ts'

interface Props extends Pendente {
  rotulo: string
  pausas: NonNullable<ReturnType<typeof usePausas>['data']>
}

export function PausasLista({ botao, aberto, onChange, rotulo, pausas }: Props) {
  return (
    <Popover position="bottom-start" width={340} shadow="md" trapFocus opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={rotulo}>
        {pausas.length === 0 ? (
          <Text size="sm">Todos os que estão na mesa atendem.</Text>
        ) : (
          <ul className={classes.lista} tabIndex={-1} data-autofocus>
            {pausas.map(({ usuario, nome, desde }) => (
              <li key={usuario.id}>
                <span className={classes.nome}>
                  {usuario.nome}
                  {usuario.ramal && <Sub span>{` · ramal ${usuario.ramal}`}</Sub>}
                </span>
                <span className={classes.motivo}>
                  {nome}
                  <Minutos desde={desde} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
