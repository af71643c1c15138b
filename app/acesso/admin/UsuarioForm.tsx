import { Button, Drawer, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { todosPapeis } from '#server/acesso/rules/supervisao'
import type { Papel, UsuarioAdministrado, usuarioAnswer } from '#server/acesso/wire'
import { FormFailure } from '../../ui/feedback.tsx'
import { camposDe, conflictOf } from '../../ui/network/request.ts'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { useRascunho } from '../useRascunho.ts'
import { useChangeUsuario, useNewUsuario, useUsuarios } from './adminQueries.ts'
import { papeis } from './papeis.ts'
import type { Convidado } from './Segredo.tsx'
import { AlteradoAlert, TrocaAlert } from './UsuarioAlertas.tsx'

interface Props {
  /** The user to change; without it, a new one is created. */
  usuario?: UsuarioAdministrado
  onConvite: (convidado: Convidado) => void
  onClose: () => void
}

const campos = ['nome', 'usuario', 'papel', 'ramal', 'identificador_interno'] as const
type Campo = (typeof campos)[number]
type Typed = Record<Exclude<Campo, 'papel'>, string> & { papel: Papel }

const rotulos: Record<Campo, string> = {
  nome: 'Nome',
  usuario: 'Usuário',
  papel: 'Papel',
  ramal: 'Ramal',
  identificador_interno: 'Identificador interno',
}

const typedOf = (usuario: UsuarioAdministrado | null): Typed => ({
  nome: usuario?.nome ?? '',
  usuario: usuario?.usuario ?? '',
  papel: usuario?.papel ?? 'atendente',
  ramal: usuario?.ramal ?? '',
  identificador_interno: usuario?.identificador_interno ?? '',
})

/** What somebody else saved meanwhile, in words. */
const newsOf = (theirs: UsuarioAdministrado, base: UsuarioAdministrado): string[] => [
  ...campos
    .filter((campo) => typedOf(theirs)[campo] !== typedOf(base)[campo])
    .map((campo) => `${rotulos[campo]}: agora ${campo === 'papel' ? papeis[theirs.papel] : theirs[campo] || 'vazio'}`),
  ...(theirs.ativo === base.ativo ? [] : [`Situação: agora ${theirs.ativo ? 'ativo' : 'desativado'}`]),
]

/** The fields by which an exchange names a user. Two users can swap them. */
const called: readonly Campo[] = ['ramal', 'identificador_interno']
const sameName = (one: string | number | boolean | null, other: string) =>
  String(one ?? '').toLowerCase() === other.toLowerCase()

export function UsuarioForm({ usuario, onConvite, onClose }: Props) {
  useFocusReturns(true)
  const create = useNewUsuario()
  const change = useChangeUsuario()
  const deed = usuario ? change : create
  // What was typed waits when the drawer closes by anything but "Cancelar", or the session ends. If somebody else saves
  // meanwhile, their version is shown first.
  const draft = useRascunho('usuario', usuario ?? null, typedOf, usuario?.id, null)
  const { base, typed, keep, type, store } = draft
  const salvar = useRef<HTMLButtonElement>(null)
  const mistakes = camposDe(deed.error)
  const theirs = conflictOf<typeof usuarioAnswer>(deed.error)?.usuario
  const news = theirs && base ? newsOf(theirs, base) : []
  const usuarios = useUsuarios().data ?? []
  const taken = campos.filter((campo) => called.includes(campo) && typed[campo] && mistakes[campo])
  const owners = usuarios.filter(
    ({ id, ativo, ...other }) =>
      base && ativo && id !== base.id && taken.some((campo) => sameName(other[campo], typed[campo])),
  )
  const submit = (trocar_com: number[] = [], on = base) => {
    if (!on) {
      create.mutate(typed, {
        onSuccess: ({ usuario: { id, nome }, convite }) => {
          store.forget()
          onConvite({ id, nome, ...convite })
          onClose()
        },
      })
      return
    }
    const changed = campos.filter((campo) => campo !== 'usuario' && typed[campo] !== typedOf(on)[campo])
    change.mutate(
      {
        id: on.id,
        alterado_em: on.alterado_em,
        ...Object.fromEntries(changed.map((campo) => [campo, typed[campo]])),
        ...(trocar_com.length > 0 && { trocar_com }),
      },
      {
        // Text typed since the request stays.
        onSuccess: ({ usuario }) => {
          if (!draft.isStill(typed)) return keep(draft.latest(), usuario)
          store.forget()
          onClose()
        },
        // Somebody else saved meanwhile without a difference: there is nothing to decide.
        onError: (refused) => {
          const now = conflictOf<typeof usuarioAnswer>(refused)?.usuario
          if (on === base && now && newsOf(now, on).length === 0) submit(trocar_com, now)
        },
      },
    )
  }
  /** Fields changed here stay as typed; the others take the saved values. */
  const continueOn = (theirs: UsuarioAdministrado, base: UsuarioAdministrado) => {
    const mine = campos.filter((campo) => typed[campo] !== typedOf(base)[campo])
    keep({ ...typedOf(theirs), ...Object.fromEntries(mine.map((campo) => [campo, typed[campo]])) }, theirs)
    change.reset()
    // The pressed button disappears.
    salvar.current?.focus()
  }
  // A new user's link is shown only once, and a refusal here alone.
  const leave = () => deed.isPending || onClose()
  const cancel = () => {
    store.forget()
    onClose()
  }
  const field = (campo: Campo) => ({
    label: rotulos[campo],
    value: typed[campo],
    error: mistakes[campo],
    onChange: (event: { currentTarget: { value: string } }) => type({ [campo]: event.currentTarget.value }),
  })
  return (
    <Drawer
      opened
      onClose={leave}
      closeOnClickOutside={!draft.changed}
      position="right"
      title={usuario ? `Editar ${usuario.nome}` : 'Novo usuário'}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <TextInput {...field('nome')} maxLength={120} data-autofocus />
          <TextInput
            {...field('usuario')}
            description={
              usuario ? 'Não muda: é com ele que a pessoa entra' : 'Com ele a pessoa entra; letras, dígitos e pontos'
            }
            readOnly={usuario !== undefined}
            maxLength={30}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            {...field('papel')}
            onChange={({ currentTarget: { value } }) =>
              type({ papel: todosPapeis.find((each) => each === value) ?? typed.papel })
            }
            data={todosPapeis.map((value) => ({ value, label: papeis[value] }))}
          />
          <TextInput {...field('ramal')} maxLength={20} inputMode="numeric" autoComplete="off" />
          <TextInput {...field('identificador_interno')} maxLength={64} autoComplete="off" spellCheck={false} />
          {owners.length > 0 && (
            <TrocaAlert
              owners={owners}
              nome={typed.nome}
              busy={deed.isPending}
              onSwap={() => {
                submit(owners.map(({ id }) => id))
                // The pressed button disappears.
                salvar.current?.focus()
              }}
            />
          )}
          {theirs && base && news.length > 0 && (
            <AlteradoAlert news={news} onContinue={() => continueOn(theirs, base)} />
          )}
          {!theirs && <FormFailure error={deed.error} />}
          <Group>
            <Button ref={salvar} type="submit" loading={deed.isPending}>
              {usuario ? 'Salvar' : 'Criar usuário'}
            </Button>
            <Button variant="default" disabled={deed.isPending} onClick={cancel}>
              Cancelar
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
