'use client'
import { Paper, SimpleGrid, Stack } from '@mantine/core'
import { SoSupervisao } from '../consulta/SoSupervisao.tsx'
import { Abas } from './Abas.tsx'
import { ConfirmarModal } from './formulario/ConfirmarModal.tsx'
import { EventoForm } from './formulario/EventoForm.tsx'
import { Previa } from './formulario/Previa.tsx'
import { Resultado } from './formulario/Resultado.tsx'
import { useClienteDoEndereco } from './formulario/useClienteDoEndereco.ts'
import { useEventoForm } from './formulario/useEventoForm.ts'
import { previaDe } from './formulario/valores.ts'

/** The form with its live preview. `?cliente=` and `?servico=` bring whom it is about. */
export function RegistrarPagina() {
  return (
    <SoSupervisao>
      <Registrar />
    </SoSupervisao>
  )
}

function Registrar() {
  const form = useEventoForm()
  const named = useClienteDoEndereco(form.pick)
  return (
    <Stack gap="md" maw={1200} mx="auto">
      <Abas />
      {form.send.data && <Resultado answer={form.send.data} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Paper withBorder p="md">
          <EventoForm form={form} autoFocus={!named} />
        </Paper>
        <Previa parcelas={previaDe(form.valores)} />
      </SimpleGrid>
      <ConfirmarModal form={form} />
    </Stack>
  )
}
