import { Button, Popover, Slider, Stack, Switch, Text } from '@mantine/core'
import { IconPictureInPicture } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { canFloat, openFlutuante } from '../../ui/janelaFlutuante.ts'
import { Alvo, type Pendente } from '../../ui/parts/useMenuBotao.tsx'
import { askPermissao, permissao } from './avisoDoSistema.ts'
import { playTone } from './playTone.ts'
import { usePreferencias } from './preferencias.ts'

export function SomEscolhas({ botao, aberto, onChange }: Pendente) {
  return (
    <Popover position="bottom-end" width={300} trapFocus opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Som e avisos">
        <Escolhas />
        {canFloat() && (
          <Button
            variant="default"
            size="xs"
            mt="sm"
            fullWidth
            leftSection={<IconPictureInPicture size={16} aria-hidden />}
            title="A chamada numa janela pequena, acima de todas as outras"
            onClick={() => {
              onChange(false)
              void openFlutuante()
            }}
          >
            Janela flutuante
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Escolhas() {
  const [{ toque, volume, avisos, naoPerturbe }, set] = usePreferencias()
  const rotulo = useId()
  const [permitido, setPermitido] = useState(permissao)
  const wantAvisos = async (wanted: boolean) => {
    if (!wanted) return set({ avisos: false })
    const answer = await askPermissao()
    setPermitido(answer)
    set({ avisos: answer === 'granted' })
  }
  return (
    <Stack gap="sm">
      <Switch
        label="Não perturbe"
        description="As chamadas aparecem sem som e sem avisos"
        checked={naoPerturbe}
        onChange={(event) => set({ naoPerturbe: event.currentTarget.checked })}
      />
      <Switch
        label="Toque"
        description="Repete enquanto toca, por até 25 segundos"
        checked={toque}
        onChange={(event) => set({ toque: event.currentTarget.checked })}
      />
      <div>
        <Text size="sm" id={rotulo}>
          Volume
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': rotulo }}
          min={10}
          max={100}
          step={10}
          label={(value) => `${value} %`}
          value={volume}
          disabled={!toque}
          onChange={(value) => set({ volume: value })}
        />
      </div>
      <Button variant="default" size="xs" onClick={() => void playTone(volume)}>
        Testar o toque
      </Button>
      <Switch
        label="Avisos do sistema"
        description={avisosPalavras[permitido]}
        disabled={permitido === 'denied' || permitido === 'sem suporte'}
        checked={avisos && permitido === 'granted'}
        onChange={(event) => void wantAvisos(event.currentTarget.checked)}
      />
    </Stack>
  )
}

const avisosPalavras: Record<ReturnType<typeof permissao>, string> = {
  default: 'Mostram quem liga quando você olha outra janela',
  granted: 'Mostram quem liga quando você olha outra janela',
  denied: 'O navegador os proibiu: permita-os nas configurações deste endereço',
  'sem suporte': 'Só com HTTPS, ou na própria máquina do servidor',
}
