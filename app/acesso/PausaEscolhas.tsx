import { Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { sentenceOf } from '../ui/network/request.ts'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'
import { useMotivosPausa } from './pausaQueries.ts'

interface Props extends Pendente {
  pausa: { motivo: string } | null
  /** Null ends the pause. */
  onPick: (motivo: string | null) => void
}

export function PausaEscolhas({ botao, aberto, onChange, pausa, onPick }: Props) {
  const motivos = useMotivosPausa()
  const others = motivos.data?.filter(({ codigo, ativo }) => ativo && codigo !== pausa?.motivo)
  return (
    <Menu position="bottom-start" width={250} opened={aberto} onChange={onChange}>
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {pausa && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onPick(null)}>
            Encerrar a pausa
          </Menu.Item>
        )}
        <Menu.Label>{pausa ? 'Mudar o motivo' : 'Sem toque e sem avisos; os supervisores veem'}</Menu.Label>
        {others?.map(({ codigo, nome }) => (
          <Menu.Item key={codigo} onClick={() => onPick(codigo)} style={{ overflowWrap: 'anywhere' }}>
            {nome}
          </Menu.Item>
        ))}
        {motivos.isPending && <Menu.Label>Carregando os motivos</Menu.Label>}
        {motivos.error && <Menu.Label role="alert">{sentenceOf(motivos.error)}</Menu.Label>}
        {others?.length === 0 && !pausa && (
          <Menu.Label>Nenhum motivo em uso: um administrador os põe em Administração › Ajustes</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
