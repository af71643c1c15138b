import { Anchor, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import type { TokenAdministrado } from '#server/acesso/wire'
import type { Uso } from '#server/rastro/wire'
import { Loading, QueryFailure } from '../../../ui/feedback.tsx'
import { contagem, inteiro, quando } from '../../../ui/format.ts'
import { Sub } from '../../../ui/Sub.tsx'
import classes from '../admin.module.css'
import { useUso } from '../adminQueries.ts'

const operacoes = { notificar: 'Notificar', cancelar: 'Cancelar', consultar: 'Consultar' } as const

/** What a token did in the last hour, as far as it is counted. */
export function UsoDoToken({ token: { id, nome, escopos } }: { token: TokenAdministrado }) {
  const { data, error, isPending, refetch } = useUso(id)
  return (
    <Stack component="section" aria-label={`Última hora de ${nome}`} gap="xs" maw={760}>
      <QueryFailure query={{ error, refetch }} />
      {isPending && !error && <Loading texto="Contando" />}
      {data && <Contagem uso={data} />}
      <Sub>
        Só se contam os pedidos da central: notificar, cancelar e consultar.{' '}
        {escopos.includes('pbx')
          ? 'Do mais que um token faz só o último uso é conhecido.'
          : 'Este token não abre a central: do que ele faz só o último uso é conhecido.'}{' '}
        <Anchor component={Link} href="/diagnostico" underline="always" inherit>
          Ver cada pedido
        </Anchor>
      </Sub>
    </Stack>
  )
}

function Contagem({ uso: { desde, operacoes: contadas, causas, outros } }: { uso: Uso }) {
  const total = contadas.reduce((before, { aceitos, recusados }) => before + aceitos + recusados, 0)
  const since = desde ? `desde ${quando(desde)}: são pedidos demais para contar a hora inteira` : 'na última hora'
  if (total === 0) return <Text size="sm">Nenhum pedido da central {since}.</Text>
  return (
    <>
      <Text size="sm" fw={600}>
        {contagem(total, 'pedido', 'pedidos')} da central {since}.
      </Text>
      <dl className={`algarismos ${classes.uso}`}>
        {contadas.map(({ operacao, aceitos, recusados }) => (
          <div key={operacao}>
            <dt>{operacoes[operacao]}</dt>
            <dd>{contagem(aceitos, 'aceito', 'aceitos')}</dd>
            <dd data-recusados={recusados > 0 || undefined}>{contagem(recusados, 'recusado', 'recusados')}</dd>
          </div>
        ))}
      </dl>
      {causas.length > 0 && (
        <ul aria-label="Por que se recusou" className={classes.causas}>
          {causas.map(({ frase, vezes }) => (
            <li key={frase}>
              <b>{inteiro(vezes)} ×</b> {frase}
            </li>
          ))}
          {outros > 0 && (
            <li>
              <b>{inteiro(outros)} ×</b> por outras causas
            </li>
          )}
        </ul>
      )}
    </>
  )
}
