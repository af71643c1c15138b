import { Select } from '@mantine/core'

/** The time zones of Brazil, with the names that people there use. */
const doBrasil = [
  { value: 'America/Sao_Paulo', label: 'Brasília (São Paulo)' },
  { value: 'America/Noronha', label: 'Fernando de Noronha' },
  { value: 'America/Belem', label: 'Belém' },
  { value: 'America/Fortaleza', label: 'Fortaleza' },
  { value: 'America/Recife', label: 'Recife' },
  { value: 'America/Araguaina', label: 'Araguaína' },
  { value: 'America/Maceio', label: 'Maceió' },
  { value: 'America/Bahia', label: 'Salvador' },
  { value: 'America/Santarem', label: 'Santarém' },
  { value: 'America/Campo_Grande', label: 'Campo Grande' },
  { value: 'America/Cuiaba', label: 'Cuiabá' },
  { value: 'America/Manaus', label: 'Manaus' },
  { value: 'America/Porto_Velho', label: 'Porto Velho' },
  { value: 'America/Boa_Vista', label: 'Boa Vista' },
  { value: 'America/Rio_Branco', label: 'Rio Branco' },
  { value: 'America/Eirunepe', label: 'Eirunepé' },
]

interface Props {
  value: string
  inicial: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The desk's time zone. A zone that is set but not in the list is added to the choices. */
export function FusoHorario({ value, inicial, error, onChange }: Props) {
  const nomeOf = (zone: string) => doBrasil.find((each) => each.value === zone)?.label ?? zone
  const listed = value === '' || doBrasil.some((each) => each.value === value)
  return (
    <Select
      label="Fuso horário"
      description="De que dia é um protocolo, e as horas em relatórios e períodos. Protocolos já dados ficam como estão."
      placeholder={nomeOf(inicial)}
      data={listed ? doBrasil : [{ value, label: value }, ...doBrasil]}
      value={value === '' ? null : value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange
      autoSelectOnBlur
      clearButtonProps={{ 'aria-label': 'Voltar ao fuso inicial' }}
      nothingFoundMessage="Nenhum fuso com esse nome"
    />
  )
}
