import type { NewPerson } from '../acesso/rows/changeUsuario.ts'

/** They exist in a demo database only, and `npm start` refuses such a database. */
export const demoSenha = 'demo-alo-2026'
export const demoToken = 'alo_demo_token'

export const demoUsuarios: readonly Omit<NewPerson, 'hash'>[] = [
  { usuario: 'ana', nome: 'Ana Souza', papel: 'atendente', ramal: '101', identificador_interno: 'ana01' },
  { usuario: 'bruno', nome: 'Bruno Lima', papel: 'atendente', ramal: '102', identificador_interno: 'bruno02' },
  { usuario: 'clara', nome: 'Clara Nunes', papel: 'supervisor', ramal: '201', identificador_interno: 'clara01' },
  { usuario: 'admin', nome: 'Administração', papel: 'administrador', ramal: null, identificador_interno: null },
]
