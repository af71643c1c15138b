import type { Metadata } from 'next'
import { preload } from 'react-dom'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { Pagina } from '../../../acesso/Pagina.tsx'
import { ClientesPagina } from '../../../cliente/lista/ClientesPagina.tsx'
import { readSignedIn } from '../../signedIn.ts'

export const metadata: Metadata = { title: 'Clientes' }

const clientes = '/api/painel/clientes'
const ordem = 'order_by=data_cadastro&order_type=desc'

/**
 * The first requests of an unfiltered list, letter by letter as useClientes and useTotalClientes make them: the page's
 * head preloads them. tests/e2e/clientes.spec.ts
 */
const inicioDaLista = [`${clientes}?${ordem}&pular=0`, `${clientes}/total?${ordem}`]

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const usuario = await readSignedIn()
  const plain = Object.keys(await searchParams).length === 0
  if (plain && usuario && eDaSupervisao(usuario.papel))
    for (const address of inicioDaLista) preload(address, { as: 'fetch', crossOrigin: 'anonymous' })
  return (
    <Pagina so="supervisao">
      <ClientesPagina />
    </Pagina>
  )
}
