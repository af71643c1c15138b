import { type FormEvent, useRef, useState } from 'react'
import { returnPath } from '../sessao/returnPath.ts'
import { signIn } from '../sessao/signIn.ts'

interface Errors {
  usuario?: string
  senha?: string
  form?: string
}

/** The sign-in form's state. A refusal leaves what was typed and puts the caret where the correction is due. */
export function useSignInForm() {
  const usuario = useRef<HTMLInputElement>(null)
  const senha = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [sending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const name = usuario.current?.value.trim() ?? ''
    const password = senha.current?.value ?? ''
    const missing: Errors = {
      ...(name ? {} : { usuario: 'Informe o usuário' }),
      ...(password ? {} : { senha: 'Informe a senha' }),
    }
    setErrors(missing)
    if (missing.usuario) return usuario.current?.focus()
    if (missing.senha) return senha.current?.focus()

    setSending(true)
    const result = await signIn(name, password)
    if (result.ok) return window.location.replace(returnPath(window.location.search, window.location.origin))
    setSending(false)
    setErrors({ form: result.msg })
    senha.current?.focus()
    senha.current?.select()
  }

  return { usuario, senha, errors, sending, submit }
}
