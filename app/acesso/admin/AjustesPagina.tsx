'use client'
import { Stack } from '@mantine/core'
import { Abas } from '../Abas.tsx'
import { SoPara } from '../SoPara.tsx'
import { DadosDoProvedor } from './ajustes/DadosDoProvedor.tsx'
import { MotivosPausa } from './MotivosPausa.tsx'

/** The settings that an administrator changes while the desk runs. */
export function AjustesPagina() {
  return (
    <SoPara quem="administracao">
      <Stack gap="sm" maw={1000} mx="auto">
        <Abas titulo="Administração" />
        <DadosDoProvedor />
        <MotivosPausa />
      </Stack>
    </SoPara>
  )
}
