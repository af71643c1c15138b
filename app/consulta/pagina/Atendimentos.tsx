import { Badge, Group, Text } from '@mantine/core'
import type { ClientePagina } from '#server/ligacao/wire/history'
import { contagem, quando } from '../formato.ts'
import { MaisRecentes } from './MaisRecentes.tsx'
import classes from './pagina.module.css'
import { Secao } from './Secao.tsx'

/** The tickets so far: the number, by whom, when, and the words. */
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
              <Badge variant="light" color={atendimento.estado === 'aberto' ? 'blue' : 'gray'} tt="none">
                {atendimento.estado === 'aberto' ? 'Aberto' : 'Fechado'}
              </Badge>
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
