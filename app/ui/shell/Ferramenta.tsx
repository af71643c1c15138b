import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './shell.module.css'

interface Props extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  Icone: Icon
  /** Part of the accessible name. Shown where the header has room for it. */
  palavra: string
  /** The longest word that this button ever has: its place is kept, so that its neighbours do not move. */
  longest?: string
  'aria-label': string
}

/** A button of the header. */
export const Ferramenta = ({ Icone, palavra, longest, ...props }: Props) => (
  <Button variant="subtle" color="gray" size="sm" title={props['aria-label']} {...props} className={classes.ferramenta}>
    <Icone size={18} aria-hidden />
    <span className={classes.palavra} data-longest={longest}>
      {palavra}
    </span>
  </Button>
)
