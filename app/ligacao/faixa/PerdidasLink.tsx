import { Anchor } from '@mantine/core'
import Link from 'next/link'
import classes from './faixa.module.css'

export const PerdidasLink = () => (
  <Anchor component={Link} href="/perdidas" prefetch={false} size="sm" underline="always" className={classes.ver}>
    Ver perdidas
  </Anchor>
)
