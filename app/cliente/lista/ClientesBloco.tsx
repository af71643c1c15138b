// biome-ignore-all lint/a11y/useSemanticElements: part of a table whose other rows do not exist
// biome-ignore-all lint/a11y/useFocusableInteractive: the keyboard presses the links

import { shallowEqual } from '@mantine/hooks'
import { memo, useLayoutEffect, useRef } from 'react'
import type { ClienteListado } from '#server/cliente/wire/browse'
import { dia } from '../../ui/format.ts'
import { fantasiaDe } from '../fantasia.ts'
import { SituacaoServico } from '../Situacao.tsx'
import classes from './clientesLista.module.css'

interface Props {
  /** The index of the first customer in the whole list. */
  first: number
  top: number
  /** Undefined while loading: the row already has its place and height. */
  clientes: readonly (ClienteListado | undefined)[]
}

/** Consecutive customers, as plain elements: scrolling passes hundreds of them. */
export const ClientesBloco = memo(
  ({ first, top, clientes }: Props) => {
    const box = useRef<HTMLDivElement>(null)
    useFocusLeft(box, first)
    return (
      <div ref={box} role="rowgroup" className={classes.bloco} style={{ top, '--linhas': clientes.length }}>
        {clientes.map((cliente, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: scrolling reuses a row's elements for another customer
          <Linha key={at} index={first + at} cliente={cliente} />
        ))}
      </div>
    )
  },
  (before, now) => before.first === now.first && before.top === now.top && shallowEqual(before.clientes, now.clientes),
)

/** A focused row that becomes another customer's gives up the focus: Enter would open the wrong one. */
function useFocusLeft(box: { current: HTMLElement | null }, first: number): void {
  const before = useRef(first)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (before.current !== first && focused instanceof HTMLElement && box.current?.contains(focused)) focused.blur()
    before.current = first
  }, [box, first])
}

const Linha = ({ index, cliente }: { index: number; cliente: ClienteListado | undefined }) => (
  <div role="row" aria-rowindex={index + 2} className={classes.linha}>
    {cliente ? celulas(cliente) : espera}
  </div>
)

/** Each cell is one element that breaks and cuts its own lines: scrolling draws every element hundreds of times. */
function celulas(cliente: ClienteListado) {
  const [servico, ...more] = cliente.servicos
  const fantasia = fantasiaDe(cliente)
  return (
    <>
      <div role="cell" className={classes.celula}>
        <a href={`/clientes/${cliente.id_cliente}`} className={classes.nome}>
          {cliente.nome_razaosocial}
        </a>
        {'\n'}
        <span className={classes.menor}>
          {[`código ${cliente.codigo_cliente}`, fantasia].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="cell" className={classes.celula}>
        {cliente.cpf_cnpj_mascarado || 'Sem documento'}
      </div>
      <div role="cell" className={classes.celula}>
        {`${cliente.telefone_formatado ?? 'Sem telefone'}\n`}
        <span className={classes.menor}>{cliente.cidade}</span>
      </div>
      <div role="cell" className={classes.celula}>
        {servico ? `${servico.nome}${more.length > 0 ? ` (+${more.length})` : ''}\n` : 'Sem serviços'}
        {servico && <SituacaoServico servico={servico} />}
      </div>
      <div role="cell" className={classes.celula}>
        {`desde ${dia(cliente.data_cadastro)}\n`}
        {cliente.data_fechamento && <span className={classes.menor}>fechado em {dia(cliente.data_fechamento)}</span>}
      </div>
    </>
  )
}

const espera = (
  <div role="cell" className={classes.celula}>
    <span className={classes.espera} aria-hidden />
  </div>
)
