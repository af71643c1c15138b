import { Menu } from '@mantine/core'
import { Alvo, type Pendente } from '../../ui/parts/useMenuBotao.tsx'
import { exportHref } from '../clienteQueries.ts'

export function ExportLista({ botao, aberto, onChange, query }: Pendente & { query: string }) {
  return (
    <Menu position="bottom-end" width={260} opened={aberto} onChange={onChange}>
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportHref(query, 'csv')} download>
          Planilha (CSV): só os clientes
        </Menu.Item>
        <Menu.Item component="a" href={exportHref(query, 'json')} download>
          JSON: clientes e serviços, sem senhas
        </Menu.Item>
        <Menu.Label>A exportação fica registrada</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
