import { Badge, Button, Checkbox, Group, Paper, Table, Text } from '@mantine/core'
import type { Perdida } from '#server/perdida/wire'
import { dimmed } from '../ui/feedback.tsx'
import { contagem } from '../ui/format.ts'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import cartoes from '../ui/lista/cartoes.module.css'
import { momento } from '../ui/momento.ts'
import { serverNow } from '../ui/network/serverClock.tsx'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { Sub } from '../ui/Sub.tsx'
import classes from './perdidas.module.css'
import { Acoes, type Atos, busyProps, type Chamador, Firme, nomeDe, Quem, stateOf } from './Retorno.tsx'
import type { SteadyRow } from './steadyRows.ts'

interface Props {
  rows: SteadyRow<Perdida>[]
  /** The rows are those of other filters. */
  desatualizada: boolean
  todas: boolean
  chosen: ReadonlySet<string>
  onChoose: (keys: ReadonlySet<string>) => void
  atos: Atos
  onSettleAll: (chamadores: Chamador[]) => void
  /** What became of a row that is no longer in the list. */
  fateOf: (key: string) => Perdida | undefined
}

export function PerdidasTabela({ rows, desatualizada, todas, chosen, onChoose, atos, ...props }: Props) {
  const open = rows.filter(({ gone }) => !gone)
  const picked = open.filter(({ key }) => chosen.has(key))
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChoose(next)
  }
  return (
    <Paper {...useFocusStays()} withBorder {...dimmed(desatualizada)}>
      <Group px="sm" py={6} gap="md" wrap="nowrap" className={classes.barra}>
        <Checkbox
          label="Selecionar todas"
          checked={open.length > 0 && picked.length === open.length}
          indeterminate={picked.length > 0 && picked.length < open.length}
          onChange={(event) => onChoose(new Set(event.currentTarget.checked ? open.map(({ key }) => key) : []))}
        />
        <Button
          className={classes.resolver}
          size="compact-sm"
          variant="light"
          disabled={picked.length === 0}
          onClick={() => props.onSettleAll(picked.map(({ row }) => row))}
        >
          {picked.length === 0
            ? 'Resolver selecionadas'
            : `Resolver ${contagem(picked.length, 'selecionada', 'selecionadas')}`}
        </Button>
      </Group>
      <Table aria-label="Chamadas perdidas a retornar" verticalSpacing={5} className={`algarismos ${cartoes.tabela}`}>
        <Cabecalho
          oculta="Selecionar"
          classeDe={(nome) => (nome === 'Selecionar' ? classes.marca : undefined)}
          colunas={['Selecionar', 'Quem ligou', 'Chamadas', 'Última', ...(todas ? ['Para'] : []), 'Retorno']}
        />
        <Table.Tbody>
          {rows.map(({ key, row, gone }) => (
            <Table.Tr key={key} className={classes.linha} data-gone={gone || undefined}>
              <Table.Td className={classes.marca}>
                <Checkbox
                  aria-label={`Selecionar ${nomeDe(row)}`}
                  checked={!gone && chosen.has(key)}
                  disabled={gone}
                  onChange={() => toggle(key)}
                />
              </Table.Td>
              <Celulas perdida={row} todas={todas} />
              <Table.Td className={classes.retorno}>
                <Firme state={!gone ? stateOf(row) : mayReopen(row, props.fateOf(key), atos) ? 'settled' : 'gone'}>
                  {gone ? (
                    <Fim chamador={row} fate={props.fateOf(key)} atos={atos} />
                  ) : (
                    <Acoes chamador={row} atos={atos} onSettle={() => props.onSettleAll([row])} />
                  )}
                </Firme>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type ResolvidasProps = { perdidas: Perdida[] } & Pick<Props, 'desatualizada' | 'todas' | 'atos'>

export function ResolvidasTabela({ perdidas, desatualizada, todas, atos }: ResolvidasProps) {
  // A row that comes on top moves the others down.
  const { guard, aviso } = useRecusaAfter(perdidas.map(({ chamador }) => chamador).join(), () => document.activeElement)
  return (
    <Paper {...guard} withBorder {...dimmed(desatualizada)}>
      <Table aria-label="Chamadas perdidas resolvidas" verticalSpacing={5} className={`algarismos ${cartoes.tabela}`}>
        <Cabecalho colunas={['Quem ligou', 'Chamadas', 'Última', ...(todas ? ['Para'] : []), 'Como se resolveu']} />
        <Table.Tbody>
          {perdidas.map((row) => (
            <Table.Tr key={row.chamador} className={classes.linha}>
              <Celulas perdida={row} todas={todas} />
              <Table.Td className={classes.retorno}>
                <Fim chamador={row} fate={row} atos={atos} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {aviso}
    </Paper>
  )
}

function Celulas({ perdida, todas }: { perdida: Perdida; todas: boolean }) {
  const { total, nao_vistas, ultima_em, primeira_em, usuarios } = perdida
  const now = serverNow()
  const nomes = usuarios.map(({ nome }) => nome).join(', ')
  return (
    <>
      <Table.Td className={classes.chamador}>
        <Quem chamador={perdida} />
      </Table.Td>
      <Table.Td className={classes.vezes}>
        <Group gap={6}>
          <Text size="sm" fw={total > 1 ? 600 : 400}>
            {contagem(total, 'vez', 'vezes')}
          </Text>
          {nao_vistas > 0 && (
            <Badge color="yellow" className={classes.nao_vistas}>
              {total === 1 ? 'não vista' : contagem(nao_vistas, 'não vista', 'não vistas')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td className={classes.ultima}>
        {momento(ultima_em, now)}
        {total > 1 && <Sub>desde {momento(primeira_em, now)}</Sub>}
      </Table.Td>
      {todas && (
        <Table.Td className={classes.para}>
          <Text size="sm" lineClamp={2} title={nomes}>
            {nomes}
          </Text>
        </Table.Td>
      )}
    </>
  )
}

interface FimProps {
  chamador: Chamador
  fate: Perdida | undefined
  atos: Atos
}

const mayReopen = ({ id }: Chamador, fate: Perdida | undefined, { settled }: Atos) =>
  Boolean(fate?.tratada ?? (settled === id && !fate?.atendida))

function Fim({ chamador, fate, atos }: FimProps) {
  const { tratada, atendida } = fate ?? {}
  const now = serverNow()
  if (!mayReopen(chamador, fate, atos))
    return (
      <Text size="sm">
        {atendida
          ? `Atendida depois por ${atendida.usuario.nome}, ${momento(atendida.em, now)}`
          : 'Não está mais na lista'}
      </Text>
    )
  return (
    <Group gap="xs" wrap="nowrap" className={classes.acoes}>
      <Text size="sm" className={classes.dono} lineClamp={2}>
        {tratada ? `Resolvida por ${tratada.usuario.nome}, ${momento(tratada.em, now)}` : 'Resolvida'}
      </Text>
      <Button
        className={classes.botao}
        size="compact-sm"
        variant="default"
        aria-label={`Reabrir: ${nomeDe(chamador)}`}
        {...busyProps(atos.underWay('reopen', chamador.id))}
        onClick={() => atos.reopen(chamador)}
      >
        Reabrir
      </Button>
    </Group>
  )
}
