import type { TipoEvento } from '../wire/evento.ts'
import { formatValor } from '../wire/valor.ts'

/** spec: Endpoints 4, `msg`, its spelling included. */
export const mensagemRegistro = (parcelas: number, tipo: TipoEvento, totalCentavos: number) =>
  `${parcelas} Evento(s) de Farturamento de ${tipo} cadastrados com sucesso. VALOR TOTAL: R$ ${formatValor(totalCentavos)}`
