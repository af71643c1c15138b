import { preload } from 'react-dom'
import { ClientesPagina } from '../../cliente/ClientesPagina.tsx'
import { inicioDaLista } from '../../cliente/inicioDaLista.ts'
import { readSignedIn } from '../signedIn.ts'

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const usuario = await readSignedIn()
  const plain = Object.keys(await searchParams).length === 0
  if (plain && usuario && usuario.papel !== 'atendente')
    for (const address of inicioDaLista) preload(address, { as: 'fetch', crossOrigin: 'anonymous' })
  return <ClientesPagina />
}
