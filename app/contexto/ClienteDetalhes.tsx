import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { porImportancia } from '#server/cliente/rules/situacao'
import type { ServicoConexao } from '#server/cliente/wire/conexao'
import type { ClienteResumo, ServicoResumo } from '#server/cliente/wire/resumo'
import { Documento, tipoPessoa } from '../cliente/Documento.tsx'
import { fantasiaDe } from '../cliente/fantasia.ts'
import { SituacaoServico } from '../cliente/Situacao.tsx'
import { comCep, contagem } from '../ui/format.ts'
import { Sub } from '../ui/Sub.tsx'
import { VerMais } from '../ui/VerMais.tsx'
import { AbertosContexto } from './AbertosContexto.tsx'
import { ChamadasContexto } from './ChamadasContexto.tsx'
import { ConexaoServico } from './ConexaoServico.tsx'
import classes from './contexto.module.css'
import { QuadrosContexto } from './QuadrosContexto.tsx'
import { useContexto } from './useContexto.ts'

interface Props {
  cliente: ClienteResumo
  idLigacao: string
  comAtendimento: boolean
  /** The button that opens the customer's timeline. */
  historico: ReactNode
  onContinue?: () => void
}

/**
 * The identified customer during a call; the name is shown above. Data that comes with the call is shown at once, the
 * rest has its place reserved.
 */
export function ClienteDetalhes({ cliente, idLigacao, comAtendimento, historico, onContinue }: Props) {
  const lido = useContexto(idLigacao, cliente.id_cliente)
  const { contexto, failed } = lido
  const fantasia = fantasiaDe(cliente)
  return (
    <Stack gap="xs" className={classes.contexto}>
      <div>
        {fantasia && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fantasia}
          </Text>
        )}
        <Group justify="space-between" gap={4}>
          <Sub className="algarismos">
            Código {cliente.codigo_cliente} · {tipoPessoa(cliente.tipo_pessoa)}
          </Sub>
          {historico}
        </Group>
        <Documento key={cliente.id_cliente} cliente={cliente} />
      </div>
      <ChamadasContexto lido={lido} />
      <AbertosContexto
        key={cliente.id_cliente}
        abertos={contexto?.abertos}
        failed={failed}
        comAtendimento={comAtendimento}
        onContinue={onContinue}
      />
      {cliente.servicos.length > 0 && (
        <Servicos
          key={cliente.id_cliente}
          servicos={cliente.servicos}
          conexaoDe={failed ? null : (id) => contexto?.servicos.find((each) => each.id_cliente_servico === id)}
        />
      )}
      <QuadrosContexto contexto={contexto} failed={failed} />
    </Stack>
  )
}

interface ServicosProps {
  servicos: ServicoResumo[]
  /** Null when these data did not come. */
  conexaoDe: ((id_cliente_servico: number) => ServicoConexao | undefined) | null
}

/** The most important service, and the others on demand. */
function Servicos({ servicos, conexaoDe }: ServicosProps) {
  const [all, setAll] = useState(false)
  const sorted = porImportancia(servicos)
  const more = sorted.length - 1
  return (
    <div>
      <ul className={classes.servicos} aria-label="Serviços">
        {sorted.slice(0, all ? undefined : 1).map((servico) => (
          <li key={servico.id_cliente_servico}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {servico.nome}
              </Text>
              <SituacaoServico servico={servico} />
            </Group>
            <Sub style={{ overflowWrap: 'anywhere' }}>
              {[servico.tecnologia, servico.login, `plano ${servico.numero_plano}`].filter(Boolean).join(' · ')}
            </Sub>
            {servico.endereco_instalacao && <Text size="sm">{comCep(servico.endereco_instalacao)}</Text>}
            {conexaoDe && <ConexaoServico conexao={conexaoDe(servico.id_cliente_servico)} />}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <VerMais
          all={all}
          onToggle={() => setAll(!all)}
          mais={`Ver mais ${contagem(more, 'serviço', 'serviços')}`}
          menos="Ver só o primeiro serviço"
          mt={6}
        />
      )}
    </div>
  )
}
