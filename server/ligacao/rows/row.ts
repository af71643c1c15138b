import type { CancelMark } from '../rules/cancelMark.ts'
import type { KnownLigacao } from '../rules/window.ts'
import type { EstadoLigacao } from '../wire/ligacao.ts'

/** Columns the rules look at, as JSON of a row `l` of ligacao; instants are milliseconds, for JSON has no dates. */
export const knownLigacaoSql = `json_build_object(
  'id', l.id, 'versao', l.versao, 'estado', l.estado, 'chave', l.chave, 'telefone', l.telefone,
  'telefone_chave', l.telefone_chave, 'ligacao_params', l.ligacao_params, 'id_cliente', l.id_cliente,
  'id_cliente_notificado', l.id_cliente_notificado,
  'notificada_em', extract(epoch FROM l.notificada_em) * 1000, 'tocada_em', extract(epoch FROM l.tocada_em) * 1000)`

export interface KnownLigacaoJson extends Omit<KnownLigacao, 'notificada_em' | 'tocada_em' | 'estado'> {
  estado: EstadoLigacao
  notificada_em: number
  tocada_em: number
}

export const readKnownLigacao = (json: KnownLigacaoJson): KnownLigacao => ({
  ...json,
  notificada_em: new Date(json.notificada_em),
  tocada_em: new Date(json.tocada_em),
})

export const markSql = `json_build_object(
  'id', m.id, 'chave', m.chave, 'telefone_chave', m.telefone_chave, 'id_cliente', m.id_cliente,
  'criada_em', extract(epoch FROM m.criada_em) * 1000)`

export interface MarkJson extends Omit<CancelMark, 'criada_em'> {
  criada_em: number
}

export const readMark = (json: MarkJson): CancelMark => ({ ...json, criada_em: new Date(json.criada_em) })
