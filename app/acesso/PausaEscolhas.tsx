import { Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { motivosPausa } from '#server/acesso/rules/motivosPausa'
import type { MotivoPausa } from '#server/acesso/wire'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'

const isMotivo = (nome: string): nome is MotivoPausa => Object.hasOwn(motivosPausa, nome)

interface Props extends Pendente {
  pausa: { motivo: MotivoPausa } | null
  /** Null ends the pause. */
  onPick: (motivo: MotivoPausa | null) => void
}

export function PausaEscolhas({ botao, aberto, onChange, pausa, onPick }: Props) {
  return (
    <Menu position="bottom-start" width={250} opened={aberto} onChange={onChange}>
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown>
        {pausa && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onPick(null)}>
            Encerrar a pausa
          </Menu.Item>
        )}
        <Menu.Label>{pausa ? 'Mudar o motivo' : 'Sem toque e sem avisos; os supervisores veem'}</Menu.Label>
        {Object.keys(motivosPausa)
          .filter(isMotivo)
          .filter((motivo) => motivo !== pausa?.motivo)
          .map((motivo) => (
            <Menu.Item key={motivo} onClick={() => onPick(motivo)}>
              {motivosPausa[motivo]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
