import { Paper, Table, UnstyledButton } from '@mantine/core'
import type { AtendimentoDaLista } from '#server/atendimento/wire/atendimento'
import { dimmed } from '../../ui/feedback.tsx'
import { quando } from '../../ui/format.ts'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { EstadoAtendimento } from '../EstadoAtendimento.tsx'
import classes from './atendimentosLista.module.css'

interface Props {
  atendimentos: AtendimentoDaLista[]
  /** The list shows the whole team's tickets, with the user of each. */
  daEquipe: boolean
  desatualizada: boolean
  onOpen: (id: number) => void
}

export function AtendimentosTabela({ atendimentos, daEquipe, desatualizada, onOpen }: Props) {
  const colunas = [
    ...['Quando', 'Cliente', 'Telefone', 'Motivo e anotações'],
    ...(daEquipe ? ['Atendente'] : []),
    ...['Estado', 'Protocolo'],
  ]
  const { guard, aviso } = useRecusaAfter(atendimentos.map(({ id }) => id).join(), () => document.activeElement)
  return (
    <Paper {...guard} withBorder className={cartoes.caixa} {...dimmed(desatualizada)}>
      <Table aria-label="Atendimentos" className={`algarismos ${classes.tabela}`} highlightOnHover>
        <Cabecalho colunas={colunas} classeDe={(nome) => classes[nome.toLowerCase()]} />
        <Table.Tbody>
          {atendimentos.map((each) => (
            <Linha key={each.id} atendimento={each} daEquipe={daEquipe} onOpen={() => onOpen(each.id)} />
          ))}
        </Table.Tbody>
      </Table>
      {aviso}
    </Paper>
  )
}

interface LinhaProps {
  atendimento: AtendimentoDaLista
  daEquipe: boolean
  onOpen: () => void
}

function Linha({ atendimento, daEquipe, onOpen }: LinhaProps) {
  const { cliente, palavras, motivo } = atendimento
  return (
    <Table.Tr className={classes.linha}>
      <Table.Td className={classes.quando}>{quando(atendimento.criado_em)}</Table.Td>
      <Table.Td className={classes.cliente}>{cliente?.nome_razaosocial ?? <em>Sem cliente</em>}</Table.Td>
      <Table.Td className={classes.telefone}>
        {atendimento.telefone_formatado === 'número não informado' ? '—' : atendimento.telefone_formatado}
      </Table.Td>
      <Table.Td className={classes.palavras}>
        {motivo && <small>{motivo}</small>}
        {motivo && palavras && ' · '}
        {palavras || (!motivo && <em>Sem anotações</em>)}
      </Table.Td>
      {daEquipe && <Table.Td className={classes.atendente}>{atendimento.usuario}</Table.Td>}
      <Table.Td className={classes.estado}>
        <EstadoAtendimento estado={atendimento.estado} />
      </Table.Td>
      <Table.Td className={classes.protocolo}>
        {/* The button covers the whole row, so that no cell of it could show a tooltip. */}
        <UnstyledButton
          className={classes.openButton}
          aria-label={`Abrir ${atendimento.protocolo_formatado}`}
          onClick={onOpen}
        >
          {atendimento.protocolo_formatado}
        </UnstyledButton>
      </Table.Td>
    </Table.Tr>
  )
}
