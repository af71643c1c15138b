import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { quantosTem } from '#server/cliente/rules/candidatos'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { BotaoRaiz } from '../../ui/aparencia/BotaoRaiz.tsx'
import { comCep, contagem } from '../../ui/format.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { fantasiaDe } from '../fantasia.ts'
import { SituacaoServico } from '../Situacao.tsx'
import classes from './busca.module.css'

/** Enough facts to tell apart customers of the same name. */
export function ClienteOpcao({ cliente }: { cliente: ClienteResumo }) {
  const [servico] = cliente.servicos
  return (
    <div className={classes.cliente}>
      <Group gap={4} justify="space-between" align="flex-start">
        <Text size="sm" fw={600}>
          {cliente.nome_razaosocial}
        </Text>
        {servico && <SituacaoServico servico={servico} />}
      </Group>
      <Sub className="algarismos">
        {[fantasiaDe(cliente), `código ${cliente.codigo_cliente}`, cliente.cpf_cnpj_mascarado]
          .filter(Boolean)
          .join(' · ')}
      </Sub>
      <Text size="sm">
        {servico ? comCep(servico.endereco_instalacao ?? 'Endereço não informado') : 'Sem serviços contratados'}
        {cliente.servicos.length > 1 && ` (+${contagem(cliente.servicos.length - 1, 'serviço', 'serviços')})`}
      </Text>
    </div>
  )
}

interface Props {
  candidatos: ClienteResumo[]
  busy: boolean
  /** A value whose change moves the list on the screen. */
  movedBy: number | undefined
  onPick: (cliente: ClienteResumo) => void
}

export function CandidatosLista({ candidatos, busy, movedBy, onPick }: Props) {
  const label = useId()
  // The candidates change while the call is open: when it rings from another telephone, or an import brings others.
  const { guard, aviso } = useRecusaAfter([movedBy, ...candidatos.map(({ id_cliente }) => id_cliente)].join())
  return (
    <Stack gap="xs">
      <Text id={label} fw={600} size="sm">
        {quantosTem(candidatos)}. Quem está ligando?
      </Text>
      <ul {...guard} className={classes.candidatos} aria-labelledby={label}>
        {candidatos.map((cliente) => (
          <li key={cliente.id_cliente}>
            <UnstyledButton
              component={BotaoRaiz}
              className={classes.candidato}
              aria-disabled={busy}
              onClick={() => onPick(cliente)}
            >
              <ClienteOpcao cliente={cliente} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {aviso}
    </Stack>
  )
}
