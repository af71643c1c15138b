import { porImportancia, situacaoDe } from '#server/cliente/rules/situacao'
import type { ServicoResumo } from '#server/cliente/wire/resumo'
import { SituacaoServico } from '../../cliente/Situacao.tsx'
import classes from './chamada.module.css'

/** In the queue: the plan and the city, and before them the contract's state unless it is the normal one. */
export function Resumo({ servicos }: { servicos: readonly ServicoResumo[] }) {
  const [servico] = porImportancia(servicos)
  if (!servico) return null
  const normal = situacaoDe(servico) === 'habilitado'
  const plano = [servico.nome, cidadeDe(servico.endereco_instalacao)]
  const join = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  return (
    <div className={classes.resumo} title={join([normal ? null : servico.status, ...plano])}>
      {!normal && <SituacaoServico servico={servico} />}
      <span>{join(plano)}</span>
    </div>
  )
}

/** Pure. The city of an address as the list writes it: "…, Divinópolis - MG, 35500-316". Null if there is none. */
export const cidadeDe = (endereco: string | null | undefined) =>
  endereco
    ?.split(',')
    .map((part) => part.slice(0, Math.max(0, part.search(/\s-\s+[A-Z]{2}\b/))).trim())
    .find(Boolean) ?? null
