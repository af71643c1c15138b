import { generateClientes } from '#server/demo/generate/generateClientes'
import { clientes, ramalOf } from './agents.ts'

/** Makes bodies of notifications, each with a new call id; three of four come from a customer's telephone. */
export function callMaker(): (agent: number) => string {
  const telefones = [...generateClientes(clientes)].map((cliente) => cliente.telefone_primario).filter(Boolean)
  const run = Date.now().toString(36)
  let made = 0
  return (agent) => {
    const n = made++
    const known = telefones[(n * 7919) % telefones.length]
    return JSON.stringify({
      ramal: ramalOf(agent),
      telefone: n % 4 === 3 ? `1130${String(n % 1_000_000).padStart(6, '0')}` : known?.replace(/\D/g, ''),
      ligacao_params: { call_id: `${run}.${n}`, fila: 'suporte', tronco: 'SIP/operadora-01', espera_s: n % 90 },
    })
  }
}
