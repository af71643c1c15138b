import { Badge, Text } from '@mantine/core'
import Link from 'next/link'
import type { Ref } from 'react'
import type { ClienteListado } from '#server/cliente/wire/browse'
import { statusColor } from '../clientes/statusColor.ts'
import classes from './consulta.module.css'
import { dia } from './formato.ts'
import { noteLista } from './retorno.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  index: number
  top: number
  cliente: ClienteListado
}

/** One customer; the whole row leads to the customer's page. */
export function ClienteLinha({ ref, index, top, cliente }: Props) {
  const [servico, ...more] = cliente.servicos
  const fantasia = cliente.nome_fantasia !== cliente.nome_razaosocial ? cliente.nome_fantasia : null
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a table whose other rows do not exist
    <div
      role="row"
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes.linha}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cell>
        <Link href={`/clientes/${cliente.id_cliente}`} prefetch={false} className={classes.nome} onClick={noteLista}>
          {cliente.nome_razaosocial}
        </Link>
        <Sub>{[`código ${cliente.codigo_cliente}`, fantasia].filter(Boolean).join(' · ')}</Sub>
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          {cliente.cpf_cnpj_mascarado || 'Sem documento'}
        </Text>
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          {cliente.telefone_formatado ?? 'Sem telefone'}
        </Text>
        <Sub>{cliente.cidade}</Sub>
      </Cell>
      <Cell>
        {servico ? (
          <>
            <Text size="sm" truncate>
              {servico.nome}
              {more.length > 0 && ` (+${more.length})`}
            </Text>
            <Badge variant="light" size="sm" color={statusColor(servico.status_prefixo)} tt="none" maw="100%">
              {servico.status}
            </Badge>
          </>
        ) : (
          <Sub>Sem serviços</Sub>
        )}
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          desde {dia(cliente.data_cadastro)}
        </Text>
        {cliente.data_fechamento && <Sub>fechado em {dia(cliente.data_fechamento)}</Sub>}
      </Cell>
    </div>
  )
}

const Cell = ({ children }: { children: React.ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of such a row
  <div role="cell" className={classes.celula}>
    {children}
  </div>
)

const Sub = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" c="dimmed" truncate className="algarismos">
    {children}
  </Text>
)
