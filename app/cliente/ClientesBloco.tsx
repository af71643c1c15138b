import { type CSSProperties, memo, type ReactNode } from 'react'
import type { ClienteListado } from '#server/cliente/wire/browse'
import { dia } from '../ui/format.ts'
import classes from './clientes.module.css'
import { SituacaoServico } from './Situacao.tsx'

interface Props {
  /** The place of the first of them in the list. */
  first: number
  top: number
  /** Who is still on the way has the place and the height already. */
  clientes: readonly (ClienteListado | undefined)[]
}

/** Some customers that follow one another. Plain elements, drawn once: hundreds of them go by while somebody scrolls. */
export const ClientesBloco = memo(
  ({ first, top, clientes }: Props) => (
    // biome-ignore lint/a11y/useSemanticElements: part of a table whose other rows do not exist
    <div role="rowgroup" className={classes.bloco} style={{ top, '--linhas': clientes.length } as CSSProperties}>
      {clientes.map((cliente, at) => (
        <Linha key={cliente?.id_cliente ?? at} index={first + at} cliente={cliente} />
      ))}
    </div>
  ),
  (before, now) =>
    before.first === now.first &&
    before.top === now.top &&
    before.clientes.length === now.clientes.length &&
    before.clientes.every((cliente, at) => cliente === now.clientes[at]),
)

/** The whole row leads to the customer's page. */
const Linha = ({ index, cliente }: { index: number; cliente: ClienteListado | undefined }) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
  <div role="row" aria-rowindex={index + 2} className={classes.linha}>
    {cliente ? <Celulas cliente={cliente} /> : <Espera />}
  </div>
)

function Celulas({ cliente }: { cliente: ClienteListado }) {
  const [servico, ...more] = cliente.servicos
  const fantasia = cliente.nome_fantasia !== cliente.nome_razaosocial ? cliente.nome_fantasia : null
  return (
    <>
      <Cell>
        <a href={`/clientes/${cliente.id_cliente}`} className={classes.nome}>
          {cliente.nome_razaosocial}
        </a>
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
