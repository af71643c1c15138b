import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { meses } from '../formato.ts'
import type { Erros, Valores } from './valores.ts'

interface Props {
  valores: Valores
  erros: Erros
  change: (changes: Partial<Valores>) => void
}

const opcoes = meses.map((nome, index) => ({ value: String(index + 1), label: nome }))

/** When it is charged: in installments, on the next billing, or in one month. Only the fields that apply are there. */
export function CobrancaCampos({ valores, erros, change }: Props) {
  const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const
  const monthAndYear = (
    mes: 'mes_primeira_parcela' | 'mes_processar',
    ano: 'ano_primeira_parcela' | 'ano_processar',
    labels: [string, string],
  ) => (
    <Group grow align="flex-start" gap="sm">
      <NativeSelect
        label={labels[0]}
        name={mes}
        data={opcoes}
        value={valores[mes]}
        error={erros[mes]}
        onChange={(event) => change({ [mes]: event.currentTarget.value })}
      />
      <TextInput
        label={labels[1]}
        name={ano}
        {...numeric}
        maxLength={4}
        value={valores[ano]}
        error={erros[ano]}
        onChange={(event) => change({ [ano]: event.currentTarget.value.trim() })}
      />
    </Group>
  )
  return (
    <>
      <Checkbox
        label="Parcelado"
        name="parcelado"
        checked={valores.parcelado}
        onChange={(event) => change({ parcelado: event.currentTarget.checked })}
      />
      {valores.parcelado ? (
        <>
          <TextInput
            label="Total de parcelas"
            name="numero_total_parcelas"
            {...numeric}
            maxLength={5}
            value={valores.numero_total_parcelas}
            error={erros.numero_total_parcelas}
            onChange={(event) => change({ numero_total_parcelas: event.currentTarget.value.trim() })}
          />
          {monthAndYear('mes_primeira_parcela', 'ano_primeira_parcela', [
            'Mês da primeira parcela',
            'Ano da primeira parcela',
          ])}
        </>
      ) : (
        <>
          <Checkbox
            label="Próximo faturamento"
            name="proximo_faturamento"
            checked={valores.proximo_faturamento}
            onChange={(event) => change({ proximo_faturamento: event.currentTarget.checked })}
          />
          {!valores.proximo_faturamento && monthAndYear('mes_processar', 'ano_processar', ['Mês', 'Ano'])}
        </>
      )}
    </>
  )
}
