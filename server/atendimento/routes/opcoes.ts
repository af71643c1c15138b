import { administrators, everybody, supervisors } from '../../acesso/routes/doors.ts'
import { keptList } from '../../acesso/routes/keptList.ts'
import { addModelo, saveModelo } from '../manageModelos.ts'
import { addOpcao, saveOpcao } from '../manageOpcoes.ts'
import { listModelos } from '../rows/modelos.ts'
import { listOpcoes } from '../rows/opcoes.ts'
import { changeModeloRequest, modelosAnswer, newModelo } from '../wire/modelos.ts'
import { changeOpcaoRequest, newOpcao, opcoesAnswer } from '../wire/opcoes.ts'

const opcoes = keptList('/api/painel/opcoes_atendimento', opcoesAnswer, async ({ database }) => ({
  opcoes: await listOpcoes(database),
}))
const modelos = keptList('/api/painel/modelos_texto', modelosAnswer, async ({ database }) => ({
  modelos: await listModelos(database),
}))

/** The lists of reasons and outcomes of tickets, and the texts that agents put into tickets. */
export const opcoesRoutes = [
  opcoes.read(everybody),
  opcoes.save(administrators, newOpcao, addOpcao, 'Opção criada'),
  opcoes.saveOne(administrators, changeOpcaoRequest, saveOpcao, 'Opção alterada'),
  modelos.read(supervisors),
  modelos.save(supervisors, newModelo, addModelo, 'Modelo criado'),
  modelos.saveOne(supervisors, changeModeloRequest, saveModelo, 'Modelo alterado'),
]
