import { ActionIcon, Button, Code, Collapse } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconPhone } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { useFilas } from '../../acesso/filaQueries.ts'
import { useCopy } from '../../ui/copy.ts'
import { discado } from '../../ui/format.ts'
import { telefoneAoLado } from '../fila/ligacoes.ts'
import classes from './chamada.module.css'
import { asText, type Parametro, readParametros } from './parametros.ts'

/** The facts that the exchange sent: spec, "What the service does", 1. */
export const Fatos = memo(function Fatos({ ligacao, ativa }: { ligacao: Ligacao; ativa: boolean }) {
  const { telefone, telefone_formatado: formatado, ligacao_params } = ligacao
  const { promovidos } = useMemo(() => readParametros(ligacao_params), [ligacao_params])
  const filas = useFilas().data ?? []
  const shown = ({ rotulo, valor }: Parametro) =>
    (rotulo === 'Fila' && filas.find(({ codigo }) => codigo === valor.toLowerCase())?.nome) || valor
  return (
    <dl className={`${classes.fatos} algarismos`}>
      <div data-fato={telefoneAoLado(ligacao) ? undefined : 'nome'}>
        <dt>Telefone</dt>
        <dd>
          <span className={classes.telefone}>{formatado}</span>
          {ativa && telefone && <TelefoneAcoes telefone={telefone} formatado={formatado} />}
        </dd>
      </div>
      {promovidos.map((each) => (
        <div key={each.rotulo} data-fato="parametro">
          <dt>{each.rotulo}</dt>
          <dd title={each.valor}>{shown(each)}</dd>
        </div>
      ))}
      {ligacao.origem && (
        <div data-fato="parametro">
          <dt>Origem</dt>
          <dd title={ligacao.origem}>{ligacao.origem}</dd>
        </div>
      )}
      <div data-fato="proprio">
        <dt>Ramal</dt>
        <dd>{ligacao.ramal ?? '—'}</dd>
      </div>
      <div data-fato="proprio">
        <dt>Identificador interno</dt>
        <dd>{ligacao.identificador_interno ?? '—'}</dd>
      </div>
    </dl>
  )
})

function TelefoneAcoes({ telefone, formatado }: { telefone: string; formatado: string }) {
  const { copied, copy } = useCopy()
  const digits = discado(telefone)
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={copied ? 'Telefone copiado' : 'Copiar telefone'}
        onClick={() => void copy(digits)}
      >
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        component="a"
        href={`tel:${digits}`}
        variant="subtle"
        size="sm"
        aria-label={`Ligar para ${formatado}`}
      >
        <IconPhone size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** The parameters that have no line of their own, folded away. */
export const Parametros = memo(function Parametros({ params }: { params: Ligacao['ligacao_params'] }) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const { demais } = useMemo(() => readParametros(params), [params])
  if (demais.length === 0) return null
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        Parâmetros da chamada
      </Button>
      <Collapse expanded={opened} id={id}>
        <Code
          block
          mah={240}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          tabIndex={0}
        >
          {demais.map(([nome, valor]) => `${nome}: ${asText(valor)}\n`)}
        </Code>
      </Collapse>
    </div>
  )
})
