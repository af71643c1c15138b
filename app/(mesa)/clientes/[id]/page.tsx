import { ClienteAberto } from '../../../cliente/pagina/ClienteAberto.tsx'

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <ClienteAberto key={id} id={id} />
}
