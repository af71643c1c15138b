import { Badge, Button, Paper, Table, Text } from '@mantine/core'
import type { EventoListado } from '#server/faturamento/wire/ledger'
import { ClienteNome } from '../../acesso/ClienteNome.tsx'
import { dimmed } from '../../ui/feedback.tsx'
import { mesPorExtenso, nomeDoAutor, quando, reais } from '../../ui/format.ts'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { useFocusStays } from '../../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import classes from './livro.module.css'

interface Props {
  eventos: EventoListado[]
  /** The rows are those of other filters. */
  desatualizada: boolean
  onReverse: (evento: EventoListado) => void
}

const colunas = ['Número', 'Registro', 'Cliente', 'Evento', 'Cobrança', 'Valor', 'Situação']

export function EventosTabela({ eventos, desatualizada, onReverse }: Props) {
  const shown = eventos.map(({ id_evento_faturamento }) => id_evento_faturamento)
  const { guard, aviso } = useRecusaAfter(shown.join(), () => document.activeElement)
  return (
    <Paper {...guard} withBorder className={cartoes.caixa} {...dimmed(desatualizada)}>
      <Table
        {...useFocusStays()}
        aria-label="Eventos registrados"
        className={`algarismos ${cartoes.tabela}`}
        verticalSpacing="xs"
      >
        <Cabecalho colunas={colunas} classeDe={(nome) => (nome === 'Valor' ? classes.valor : undefined)} />
        <Table.Tbody>
          {eventos.map((evento, at) => (
            <Linha
              key={evento.id_evento_faturamento}
              evento={evento}
              goesOn={eventos[at - 1]?.lancamento === evento.lancamento}
              onReverse={() => onReverse(evento)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {aviso}
    </Paper>
  )
}

interface LinhaProps {
  evento: EventoListado
  /** Whether this is an installment of the registration above, whose row shows what they share. */
  goesOn: boolean
  onReverse: () => void
}

function Linha({ evento, goesOn, onReverse }: LinhaProps) {
  const { cliente, servico, autor, mes, ano } = evento
  const em = mes !== null && ano !== null ? { mes, ano } : null
  return (
    <Table.Tr className={classes.linha} data-continua={goesOn || undefined}>
      <Table.Td className={classes.numero}>{evento.id_evento_faturamento}</Table.Td>
      <Table.Td className={classes.registro}>
        <div className={classes.comum}>
          {quando(evento.criado_em)}
          <Sub>{autor ? nomeDoAutor(autor) : 'sem autor'}</Sub>
        </div>
      </Table.Td>
      <Table.Td className={classes.cliente}>
        <div className={classes.comum}>
          {goesOn ? cliente.nome_razaosocial : <ClienteNome cliente={cliente} />}
          <Sub>{servico.nome}</Sub>
        </div>
      </Table.Td>
      <Table.Td className={classes.evento} style={{ overflowWrap: 'anywhere' }}>
        <div className={classes.comum}>
          <Badge color={evento.tipo === 'desconto' ? 'teal' : 'yellow'}>
            {evento.tipo === 'desconto' ? 'Desconto' : 'Acréscimo'}
          </Badge>{' '}
          {evento.tipo_servico.display}
          <Text size="sm" lineClamp={2} title={evento.descricao}>
            {evento.descricao}
          </Text>
        </div>
      </Table.Td>
      <Table.Td className={classes.cobranca}>
        {mesPorExtenso(em)}
        {evento.total_parcelas > 1 && (
          <Sub>
            parcela {evento.parcela} de {evento.total_parcelas}
          </Sub>
        )}
      </Table.Td>
      <Table.Td className={classes.valor}>{reais(evento.valor_centavos)}</Table.Td>
      <Table.Td className={classes.situacao}>
        {evento.estorno_de !== null ? (
          <>
            Estorno do {evento.estorno_de}
            <Sub>{evento.motivo_estorno}</Sub>
          </>
        ) : evento.estornado_por !== null ? (
          `Estornado pelo ${evento.estornado_por}`
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            className={cartoes.quieta}
            aria-label={`Estornar evento ${evento.id_evento_faturamento}`}
            onClick={onReverse}
          >
            Estornar
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
