import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { FailureAlert } from '../../ui/feedback.tsx'
import { ApiError } from '../../ui/request.ts'
import { faturamento } from '../api.ts'
import { CobrancaCampos } from './CobrancaCampos.tsx'
import { ServicoBusca } from './ServicoBusca.tsx'
import type { useEventoForm } from './useEventoForm.ts'

/** What a supervisor fills in while the phone is still warm. Mistakes stand at their fields. */
export function EventoForm({ form, autoFocus }: { form: ReturnType<typeof useEventoForm>; autoFocus: boolean }) {
  const { valores, erros, change, send } = form
  const box = useRef<HTMLFormElement>(null)
  const tipos = useQuery({ queryKey: ['tipos_servico'], queryFn: ({ signal }) => faturamento.tipos(signal) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = form.review()
    if (wrong) box.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  const told = send.error instanceof ApiError && Object.keys(send.error.campos).length > 0
  return (
    <form ref={box} onSubmit={submit} noValidate aria-label="Evento de faturamento">
      <Stack gap="sm">
        <ServicoBusca
          escolha={form.escolha}
          onPick={form.pick}
          error={erros.id_cliente_servico}
          autoFocus={autoFocus}
        />
        <Group grow align="flex-start" gap="sm">
          <NativeSelect
            label="Tipo de serviço"
            name="id_tipo_servico"
            data={[
              { value: '', label: 'Escolha…' },
              ...(tipos.data ?? [])
                .filter(({ ativo }) => ativo)
                .map(({ id_tipo_servico, display }) => ({ value: String(id_tipo_servico), label: display })),
            ]}
            value={valores.id_tipo_servico}
            error={erros.id_tipo_servico}
            onChange={(event) => change({ id_tipo_servico: event.currentTarget.value })}
          />
          <NativeSelect
            label="Tipo"
            name="tipo"
            data={[
              { value: '', label: 'Escolha…' },
              { value: 'desconto', label: 'Desconto' },
              { value: 'acrescimo', label: 'Acréscimo' },
            ]}
            value={valores.tipo}
            error={erros.tipo}
            onChange={(event) => change({ tipo: event.currentTarget.value as typeof valores.tipo })}
          />
        </Group>
        {tipos.error && <FailureAlert error={tipos.error} onRetry={() => void tipos.refetch()} />}
        <Textarea
          label="Descrição"
          name="descricao"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={valores.descricao}
          error={erros.descricao}
          onChange={(event) => change({ descricao: event.currentTarget.value })}
        />
        <TextInput
          label="Valor"
          name="valor"
          placeholder="0,00"
          leftSection="R$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={valores.valor}
          error={erros.valor}
          onChange={(event) => change({ valor: event.currentTarget.value })}
        />
        <CobrancaCampos valores={valores} erros={erros} change={change} />
        {send.error && !told && <FailureAlert error={send.error} />}
        <Button type="submit" size="md" style={{ alignSelf: 'flex-start' }}>
          Registrar evento
        </Button>
      </Stack>
    </form>
  )
}
