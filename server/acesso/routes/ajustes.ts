import { listAjustes, saveAjustes } from '../keepAjustes.ts'
import { ajustesAnswer, ajustesRequest } from '../wire.ts'
import { administrators } from './doors.ts'
import { keptList } from './keptList.ts'

const ajustes = keptList('/api/painel/ajustes', ajustesAnswer, async (desk) => ({ ajustes: await listAjustes(desk) }))

/** The settings that administrators change while the desk runs. docs/interface.md: The desk's own settings */
export const ajustesRoutes = [
  ajustes.read(administrators),
  ajustes.save(administrators, ajustesRequest, saveAjustes, 'Ajustes salvos'),
]
