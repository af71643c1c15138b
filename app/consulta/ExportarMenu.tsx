import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { consulta } from './api.ts'

const formatos = [
  { formato: 'csv', rotulo: 'Planilha (CSV)', texto: 'Só os clientes' },
  { formato: 'json', rotulo: 'JSON', texto: 'Clientes e serviços, sem senhas' },
] as const

/** A file of what is filtered, in its order. The server streams it and puts it on record. */
export function ExportarMenu({ query }: { query: string }) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Exportar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formatos.map(({ formato, rotulo, texto }) => (
          <Menu.Item key={formato} component="a" href={consulta.exportHref(query, formato)} download>
            {rotulo}: {texto.toLowerCase()}
          </Menu.Item>
        ))}
        <Menu.Label>A exportação fica registrada</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
