import { useState } from 'react'
import { SenhaCampo } from './SenhaCampo.tsx'

/** A new password, typed twice. `agree` tells whether both are equal; from then on the second field shows if not. */
export function useSenhaNova() {
  const [senha, setSenha] = useState('')
  const [again, setAgain] = useState('')
  const [judged, setJudged] = useState(false)
  const differ = judged && senha !== again
  return {
    senha,
    agree: () => {
      setJudged(true)
      return senha === again
    },
    campos: (mistake: string | undefined) => (
      <>
        <SenhaCampo
          label="Senha nova"
          autoComplete="new-password"
          error={mistake}
          value={senha}
          onChange={(event) => setSenha(event.currentTarget.value)}
          olho="Mostrar ou ocultar a senha nova"
        />
        <SenhaCampo
          label="Repita a senha"
          autoComplete="new-password"
          error={differ && 'As duas não são iguais'}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          olho="Mostrar ou ocultar a repetição"
        />
      </>
    ),
  }
}
