import { useDisclosure } from '@mantine/hooks'
import { IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import { Ferramenta } from '../ui/shell/Ferramenta.tsx'
import { useUsuario } from './Usuario.tsx'

const SessoesModal = fetchedLater(() => import('./SessoesModal.tsx').then((module) => module.SessoesModal))
const Lista = fetchedLater(() => import('./ContaLista.tsx').then((module) => module.ContaLista))

/** `first` runs before the sessions end: it saves what is unsaved. */
export function ContaMenu({ first }: { first: () => Promise<void> }) {
  const { nome, ramal } = useUsuario()
  const quem = ramal ? `${nome} · ramal ${ramal}` : nome
  const { asked: listed, menu, button } = useMenuBotao(Lista.prepare)
  const [aberto, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState(false)
  const ask = () => {
    setAsked(true)
    open()
  }
  return (
    <>
      <Ferramenta
        Icone={IconUserCircle}
        palavra={quem}
        aria-label={`Conta: ${quem}`}
        style={{ flexShrink: 1 }}
        {...button}
      />
      {listed && <Lista {...menu} onSignOut={ask} />}
      {asked && <SessoesModal aberto={aberto} onClose={close} first={first} />}
    </>
  )
}
