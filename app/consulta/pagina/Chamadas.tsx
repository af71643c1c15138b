import { Badge, Group, Text } from '@mantine/core'
import type { ClientePagina, LigacaoPassada } from '#server/ligacao/wire/history'
import { contagem, quando } from '../formato.ts'
import { MaisRecentes } from './MaisRecentes.tsx'
import classes from './pagina.module.css'
import { Secao } from './Secao.tsx'

const estados: Record<LigacaoPassada['estado'], [palavra: string, cor: string]> = {
  aberta: ['Em curso', 'teal'],
  fechada: ['Fechada', 'gray'],
  cancelada: ['Perdida', 'red'],
  perdida: ['Perdida', 'red'],
  expirada: ['Expirada', 'yellow'],
}

/** The calls so far: from which number, to whom, when, and what became of them. */
export function Chamadas({ cliente: { ligacoes, total_ligacoes: total } }: { cliente: ClientePagina }) {
  return (
    <Secao titulo={total === 0 ? 'Chamadas' : contagem(total, 'chamada', 'chamadas')}>
      {total === 0 && <Text size="sm">Nenhuma chamada até hoje.</Text>}
      <ul className={classes.historico}>
        {ligacoes.map((ligacao) => {
          const [palavra, cor] = estados[ligacao.estado]
          return (
            <li key={ligacao.id}>
              <Group justify="space-between" gap={4}>
                <Text fw={600} size="sm" className="algarismos">
                  {ligacao.telefone_formatado}
                </Text>
                <Badge variant="light" color={cor} tt="none">
                  {palavra}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed" className="algarismos">
                {quando(ligacao.notificada_em)} · {ligacao.usuario.nome}
                {ligacao.ramal && ` (ramal ${ligacao.ramal})`}
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
