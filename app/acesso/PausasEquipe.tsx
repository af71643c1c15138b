import { Button, Popover, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Minutos } from './PausaMenu.tsx'
import classes from './pausa.module.css'
import { motivos, usePausas } from './pausaQueries.ts'

/** Who is away from the desk, for supervisors. It is always there and of one width: colleagues' pauses move nothing. */
export function PausasEquipe() {
  const { data: pausas = [] } = usePausas()
  const quantos = pausas.length === 0 ? 'Ninguém' : String(pausas.length)
  return (
    <Popover position="bottom-start" width={340} shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.equipe}
          leftSection={<IconUsers size={16} aria-hidden />}
          aria-label={`${quantos} em pausa`}
        >
          <span className={classes.curto} aria-hidden>
            {pausas.length}
          </span>
          <span className={classes.longo}>{quantos} em pausa</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {pausas.length === 0 ? (
          <Text size="sm">Todos os que estão na mesa atendem.</Text>
        ) : (
          <ul className={classes.lista} tabIndex={-1} data-autofocus>
            {pausas.map(({ usuario, motivo, desde }) => (
              <li key={usuario.id}>
                <span className={classes.nome}>
                  {usuario.nome}
                  {usuario.ramal && <Text span size="sm" c="dimmed">{` · ramal ${usuario.ramal}`}</Text>}
                </span>
                <span className={classes.motivo}>
                  {motivos[motivo]}
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
