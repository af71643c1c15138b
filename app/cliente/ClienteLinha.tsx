import Link from 'next/link'
import { memo, type ReactNode } from 'react'
import type { ClienteListado } from '#server/cliente/wire/browse'
import { dia } from '../ui/format.ts'
import classes from './clientes.module.css'
import { SituacaoServico } from './Situacao.tsx'

interface Props {
  index: number
  top: number
  /** Still on its way: the row has its place and its height already. */
  cliente: ClienteListado | undefined
  leave: () => void
}

/**
 * One customer; the whole row leads to the customer's page. Plain elements, drawn once: hundreds of them go by while
 * somebody scrolls.
 */
export const ClienteLinha = memo(function ClienteLinha({ index, top, cliente, leave }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a table whose other rows do not exist
    <div role="row" aria-rowindex={index + 2} className={classes.linha} style={{ transform: `translateY(${top}px)` }}>
      {cliente ? <Celulas cliente={cliente} leave={leave} /> : <Espera />}
    </div>
  )
})

function Celulas({ cliente, leave }: { cliente: ClienteListado; leave: () => void }) {
  const [servico, ...more] = cliente.servicos
  const fantasia = cliente.nome_fantasia !== cliente.nome_razaosocial ? cliente.nome_fantasia : null
  return (
    <>
      <Cell>
        <Link href={`/clientes/${cliente.id_cliente}`} prefetch={false} className={classes.nome} onClick={leave}>
          {cliente.nome_razaosocial}
        </Link>
        <Sub>{[`código ${cliente.codigo_cliente}`, fantasia].filter(Boolean).join(' · ')}</Sub>
      </Cell>
      <Cell>
        <div className={classes.texto}>{cliente.cpf_cnpj_mascarado || 'Sem documento'}</div>
      </Cell>
      <Cell>
        <div className={classes.texto}>{cliente.telefone_formatado ?? 'Sem telefone'}</div>
        <Sub>{cliente.cidade}</Sub>
      </Cell>
      <Cell>
        {servico ? (
          <>
            <div className={classes.texto}>
              {servico.nome}
              {more.length > 0 && ` (+${more.length})`}
            </div>
            <SituacaoServico servico={servico} />
          </>
        ) : (
          <Sub>Sem serviços</Sub>
        )}
      </Cell>
      <Cell>
        <div className={classes.texto}>desde {dia(cliente.data_cadastro)}</div>
        {cliente.data_fechamento && <Sub>fechado em {dia(cliente.data_fechamento)}</Sub>}
      </Cell>
    </>
  )
}

/** What a row shows until its customer is there. */
const Espera = () => (
  <Cell>
    <span className={classes.espera} aria-hidden />
  </Cell>
)

const Cell = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of such a row
  <div role="cell" className={classes.celula}>
    {children}
  </div>
)

const Sub = ({ children }: { children: ReactNode }) => <div className={classes.menor}>{children}</div>
