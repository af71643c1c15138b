import { Alert, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { FormFailure, QueryFailure } from '../../ui/feedback.tsx'
import { meses } from '../../ui/format.ts'
import { TextoLongo } from '../../ui/parts/TextoLongo.tsx'
import classes from './evento.module.css'
import { tipoDe } from './eventoValores.ts'
import { ServicoBusca } from './ServicoBusca.tsx'
import type { EventoCampos, EventoFormState } from './useEventoForm.ts'

export function EventoForm({ evento, autoFocus }: { evento: EventoFormState; autoFocus: boolean }) {
  const { form, tipos, send } = evento
  return (
    <form onSubmit={evento.submit} noValidate aria-label="Evento de faturamento">
      <Stack gap="sm">
        <ServicoBusca
          campo={form.getInputProps('id_cliente_servico')}
          escolha={evento.escolha}
          onPick={evento.pick}
          autoFocus={autoFocus}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NativeSelect
            label="Tipo de serviço"
            data={[
              { value: '', label: 'Escolha o tipo de serviço' },
              // A kept type has no name before the list is there.
              ...(tipos.data || form.values.id_tipo_servico === ''
                ? []
                : [{ value: form.values.id_tipo_servico, label: 'O escolhido antes' }]),
              ...(tipos.data ?? [])
                .filter((tipo) => tipo.ativo || tipo === tipoDe(form.values, tipos.data))
                .map(({ id_tipo_servico, display, ativo }) => ({
                  value: String(id_tipo_servico),
                  label: ativo ? display : `${display} (fora de uso)`,
                })),
            ]}
            data-vazio={form.values.id_tipo_servico === '' || undefined}
            classNames={{ input: classes.escolha }}
            {...form.getInputProps('id_tipo_servico')}
          />
          <NativeSelect
            label="Tipo"
            data={[
              { value: '', label: 'Escolha desconto ou acréscimo' },
              { value: 'desconto', label: 'Desconto' },
              { value: 'acrescimo', label: 'Acréscimo' },
            ]}
            data-vazio={form.values.tipo === '' || undefined}
            classNames={{ input: classes.escolha }}
            {...form.getInputProps('tipo')}
          />
        </SimpleGrid>
        <QueryFailure query={tipos} />
        <TextoLongo
          label="Descrição"
          placeholder="O motivo, como deve aparecer na cobrança"
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          {...form.getInputProps('descricao')}
        />
        <TextInput
          label="Valor"
          placeholder="0,00"
          leftSection="R$"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('valor')}
        />
        <CobrancaCampos form={form} />
        <FormFailure error={send.error} />
        {evento.incerto && <Incerto />}
        <RegisterButton parcelas={evento.previa?.length ?? 1} />
      </Stack>
    </form>
  )
}

/** The accessible name always begins the same way. */
function RegisterButton({ parcelas }: { parcelas: number }) {
  const many = parcelas > 1
  return (
    <Button
      type="submit"
      size="md"
      style={{ alignSelf: 'flex-start' }}
      aria-label={many ? `Registrar evento: ${parcelas} parcelas` : undefined}
    >
      {many ? `Registrar ${parcelas} parcelas` : 'Registrar evento'}
    </Button>
  )
}

const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const

function CobrancaCampos({ form }: { form: EventoCampos }) {
  const { parcelado, proximo_faturamento } = form.values
  return (
    <>
      <Checkbox label="Parcelado" {...form.getInputProps('parcelado', { type: 'checkbox' })} />
      {parcelado ? (
        <>
          <TextInput
            label="Total de parcelas"
            placeholder="De 1 a 999"
            {...numeric}
            {...form.getInputProps('numero_total_parcelas')}
          />
          <MesCampos
            labels={['Mês da primeira parcela', 'Ano da primeira parcela']}
            mes={form.getInputProps('mes_primeira_parcela')}
            ano={form.getInputProps('ano_primeira_parcela')}
          />
        </>
      ) : (
        <>
          <Checkbox label="Próximo faturamento" {...form.getInputProps('proximo_faturamento', { type: 'checkbox' })} />
          {!proximo_faturamento && (
            <MesCampos
              labels={['Mês', 'Ano']}
              mes={form.getInputProps('mes_processar')}
              ano={form.getInputProps('ano_processar')}
            />
          )}
        </>
      )}
    </>
  )
}

type Campo = ReturnType<EventoCampos['getInputProps']>
const opcoes = meses.map((label, index) => ({ value: String(index + 1), label }))

const MesCampos = ({ labels, mes, ano }: { labels: [mes: string, ano: string]; mes: Campo; ano: Campo }) => (
  <Group grow align="flex-start" gap="sm">
    <NativeSelect label={labels[0]} data={opcoes} {...mes} />
    <TextInput label={labels[1]} {...numeric} {...ano} />
  </Group>
)

/** Warns that an earlier attempt with other content got no answer; shown in the confirmation, too. */
export const Incerto = () => (
  <Alert color="yellow" role="alert" p="xs">
    O primeiro envio pode ter sido registrado: confira em Eventos registrados. Este seria outro evento.
  </Alert>
)
