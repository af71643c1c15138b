import type { Ligacao } from '#server/ligacao/wire/ligacao'
import classes from './painel.module.css'

/** What the exchange told: spec, "What the service does", 1. */
export function ChamadaFatos({ ligacao }: { ligacao: Ligacao }) {
  return (
    <dl className={`${classes.fatos} algarismos`}>
      <Fato termo="Ramal" valor={ligacao.ramal} />
      <Fato termo="Identificador interno" valor={ligacao.identificador_interno} />
      <Fato termo="Telefone" valor={ligacao.telefone_formatado} />
    </dl>
  )
}

function Fato({ termo, valor }: { termo: string; valor: string | null }) {
  return (
    <div>
      <dt>{termo}</dt>
      <dd>{valor ?? '—'}</dd>
    </div>
  )
}
