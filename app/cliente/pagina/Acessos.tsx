import { Anchor, Group, Text } from '@mantine/core'
import Link from 'next/link'
import type { Acao } from '#server/auditoria/wire'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { Loading, QueryFailure } from '../../ui/feedback.tsx'
import { nomeDoAutor, quando } from '../../ui/format.ts'
import { MoreButton } from '../../ui/lista/listaBotoes.tsx'
import { Secao } from '../../ui/Secao.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { useAcessos } from '../clienteQueries.ts'
import classes from './clientePagina.module.css'

/** The words for actions that may be on record for a customer; any other action is shown by its code. */
const acoes = {
  cliente_aberto: 'abriu a página',
  historico_aberto: 'abriu a linha do tempo',
  contexto_mostrado: 'viu o contexto deste cliente, escolhido para uma chamada',
  documento_revelado: 'revelou o CPF/CNPJ',
  documento_procurado: 'procurou pelo CPF/CNPJ',
  titular_exportado: 'exportou todos os dados, a pedido do titular',
  titular_eliminado: 'eliminou o titular',
  clientes_exportados: 'exportou uma lista de clientes, que pode incluir este',
  atendimentos_exportados: 'exportou uma lista de atendimentos, que pode incluir os deste',
  ligacoes_exportadas: 'exportou uma lista de chamadas, que pode incluir as deste',
  perdidas_exportadas: 'exportou uma lista de chamadas perdidas, que pode incluir as deste',
  faturamento_exportado: 'exportou eventos de faturamento, os deste ou uma lista que pode incluí-los',
} satisfies Partial<Record<Acao, string>>
const nomes = new Map<string, string>(Object.entries(acoes))

export function Acessos({ idCliente, codigo }: { idCliente: number; codigo: number }) {
  const { papel } = useUsuario()
  const acessos = useAcessos(idCliente)
  const { data, error, isPending, refetch } = acessos
  return (
    <Secao titulo="Acessos a este cliente">
      <QueryFailure query={{ error, refetch }} />
      {isPending && <Loading texto="Carregando acessos" />}
      <div>
        <ul className={classes.historico}>
          {data?.pages
            .flatMap((page) => page.acessos)
            .map(({ id, autor, acao, quando: instante }) => (
              <li key={id}>
                <Text size="sm">
                  {autor ? nomeDoAutor(autor) : 'O próprio Alô'} {nomes.get(acao) ?? acao}
                </Text>
                <Sub className="algarismos">{quando(instante)}</Sub>
              </li>
            ))}
        </ul>
        <Group gap="xs">
          <MoreButton lista={acessos} size="xs" />
          {papel === 'administrador' && (
            <Anchor component={Link} href={`/auditoria?cliente=${codigo}`} prefetch={false} size="sm">
              Tudo sobre este cliente na auditoria
            </Anchor>
          )}
        </Group>
      </div>
    </Secao>
  )
}
