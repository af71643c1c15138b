import { PasswordInput } from '@mantine/core'
import { useState } from 'react'

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
        <PasswordInput
          label="Senha nova"
          autoComplete="new-password"
          size="md"
          error={mistake}
          aria-invalid={Boolean(mistake)}
          value={senha}
          onChange={(event) => setSenha(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a senha nova', tabIndex: 0 }}
        />
        <PasswordInput
          label="Repita a senha"
          autoComplete="new-password"
          size="md"
          error={differ && 'As duas não são iguais'}
          aria-invalid={differ}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a repetição', tabIndex: 0 }}
        />
      </>
    ),
  }
}
