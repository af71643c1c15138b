import { Anchor, Skeleton } from '@mantine/core'
import { IconPhoneIncoming } from '@tabler/icons-react'
import { contagem } from '../ui/format.ts'
import classes from './contexto.module.css'
import { type ContextoLido, useContexto } from './useContexto.ts'

/** "3ª chamada hoje · 7 em 30 dias". Always one line high. */
export function ChamadasContexto({ lido: { contexto, failed, retry } }: { lido: ContextoLido }) {
  return (
    <p className={`${classes.chamadas} algarismos`}>
      <IconPhoneIncoming size={18} aria-hidden />
      {failed ? (
        <span role="status">
          O histórico não veio.{' '}
          <Anchor component="button" type="button" size="sm" underline="always" onClick={retry}>
            Tentar de novo
          </Anchor>
        </span>
      ) : contexto ? (
        <Frequencia {...contexto.chamadas} />
      ) : (
        <Skeleton component="span" display="inline-block" h="0.9em" w="12rem" />
      )}
    </p>
  )
}

/** For a caller who is not identified. */
export const ChamadasDoTelefone = ({ idLigacao }: { idLigacao: string }) => (
  <ChamadasContexto lido={useContexto(idLigacao, null)} />
)

function Frequencia({ hoje, trinta_dias }: { hoje: number; trinta_dias: number }) {
  if (trinta_dias === 0) return <span>Sem chamadas anteriores conhecidas</span>
  if (trinta_dias === 1) return <span>1ª chamada em 30 dias</span>
  return (
    <span>
      {hoje > 0 && <strong>{hoje}ª chamada hoje</strong>}
      {hoje > 0 && ' · '}
      {contagem(trinta_dias, 'chamada', 'chamadas')} em 30 dias
    </span>
  )
}
