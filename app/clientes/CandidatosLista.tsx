import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { ClienteOpcao } from './ClienteOpcao.tsx'
import classes from './candidatos.module.css'

interface Props {
  candidatos: ClienteResumo[]
  busy: boolean
  onPick: (cliente: ClienteResumo) => void
}

/** Several customers share the telephone: one click each. */
export function CandidatosLista({ candidatos, busy, onPick }: Props) {
  const label = useId()
  return (
    <Stack gap="xs">
      <Text id={label} fw={600} size="sm">
        {candidatos.length} clientes têm este telefone. Quem está ligando?
      </Text>
      <ul className={classes.lista} aria-labelledby={label}>
        {candidatos.map((cliente) => (
          <li key={cliente.id_cliente}>
            <UnstyledButton className={classes.candidato} disabled={busy} onClick={() => onPick(cliente)}>
              <ClienteOpcao cliente={cliente} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
