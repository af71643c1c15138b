import { Group, Text } from '@mantine/core'
import type { ClientePagina, LigacaoPassada } from '#server/historico/wire'
import { EstadoAtendimento } from '../../atendimento/EstadoAtendimento.tsx'
import { type Cor, Etiqueta } from '../../ui/Etiqueta.tsx'
import { contagem, duracao, quando } from '../../ui/format.ts'
import classes from './clientePagina.module.css'
import { Secao } from './Secao.tsx'

export function Atendimentos({ cliente: { atendimentos, total_atendimentos: total } }: { cliente: ClientePagina }) {
  return (
    <Secao titulo={total === 0 ? 'Atendimentos' : contagem(total, 'atendimento', 'atendimentos')}>
      {total === 0 && <Text size="sm">Nenhum atendimento até hoje.</Text>}
      <ul className={classes.historico}>
        {atendimentos.map((atendimento) => (
          <li key={atendimento.id}>
            <Group justify="space-between" gap={4}>
              <Text fw={600} size="sm" className="algarismos">
                {atendimento.protocolo_formatado}
              </Text>
              <EstadoAtendimento estado={atendimento.estado} />
            </Group>
            <Text size="sm" c="dimmed" className="algarismos">
              {quando(atendimento.criado_em)} · {atendimento.usuario.nome}
              {atendimento.fechado_em && ` · fechado ${quando(atendimento.fechado_em)}`}
            </Text>
            {atendimento.descricao && (
              <Text size="sm" className={classes.palavras}>
                {atendimento.descricao}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <MaisRecentes shown={atendimentos.length} total={total} />
    </Secao>
  )
}

export const estadosDaChamada: Record<LigacaoPassada['estado'], [palavra: string, cor: Cor]> = {
  aberta: ['Em curso', 'teal'],
  fechada: ['Fechada', 'gray'],
  cancelada: ['Perdida', 'red'],
  perdida: ['Perdida', 'red'],
  expirada: ['Expirada', 'yellow'],
}

export const endedBy: Record<NonNullable<LigacaoPassada['encerrada_por']>, string> = {
  atendente: 'encerrada pelo atendente',
  central: 'encerrada pela central',
  prazo: 'encerrada por prazo',
  grupo: 'atendida por um colega',
}

export function Chamadas({ cliente: { ligacoes, total_ligacoes: total } }: { cliente: ClientePagina }) {
  return (
    <Secao titulo={total === 0 ? 'Chamadas' : contagem(total, 'chamada', 'chamadas')}>
      {total === 0 && <Text size="sm">Nenhuma chamada até hoje.</Text>}
      <ul className={classes.historico}>
        {ligacoes.map((ligacao) => {
          const [palavra, cor] = estadosDaChamada[ligacao.estado]
          const conversa = ligacao.conversa_segundos
          return (
            <li key={ligacao.id}>
              <Group justify="space-between" gap={4}>
                <Text fw={600} size="sm" className="algarismos">
                  {ligacao.telefone_formatado}
                </Text>
                <Etiqueta cor={cor}>{palavra}</Etiqueta>
              </Group>
              <Text size="sm" c="dimmed" className="algarismos">
                {quando(ligacao.notificada_em)} · {ligacao.usuario.nome}
                {ligacao.ramal && ` (ramal ${ligacao.ramal})`}
                {ligacao.origem && ` · origem: ${ligacao.origem}`}
                {conversa !== null && ` · conversa de ${duracao(conversa)}`}
                {ligacao.encerrada_por && ` · ${endedBy[ligacao.encerrada_por]}`}
                {ligacao.protocolo_formatado && ` · protocolo ${ligacao.protocolo_formatado}`}
              </Text>
            </li>
          )
        })}
      </ul>
      <MaisRecentes shown={ligacoes.length} total={total} />
    </Secao>
  )
}

const MaisRecentes = ({ shown, total }: { shown: number; total: number }) =>
  shown < total && (
    <Text size="sm" c="dimmed" mt="xs">
      Os {shown} mais recentes de {total}.
    </Text>
  )
