export const notificar = '/api/v1/integracao/pbx/ligacao/notificar'
export const cancelar = '/api/v1/integracao/pbx/ligacao/cancelar'
