import { Anchor } from '@mantine/core'
import Link from 'next/link'

/** Where a missed call is called back from. */
export const VerPerdidas = () => (
  <Anchor component={Link} href="/perdidas" prefetch={false} size="sm" underline="always" style={{ flexShrink: 0 }}>
    Ver perdidas
  </Anchor>
)
