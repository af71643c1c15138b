import { IconKeyboard } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { awaitField, lookUpMs } from '../../ui/parts/awaitedField.ts'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { Ferramenta } from '../../ui/shell/Ferramenta.tsx'
import type { FilaStore } from '../fila/filaStore.ts'
import { useMesa } from '../fila/useMesa.ts'
import { useLetras } from './useLetras.ts'

// Loaded with the first use: most calls never need them.
const Ajuda = fetchedLater(() => import('./Ajuda.tsx').then((module) => module.Ajuda))
const Comandos = fetchedLater(() => import('./Comandos.tsx').then((module) => module.Comandos))

export function Atalhos() {
  const { fila } = useMesa()
  const [letras] = useLetras()
  const [ajuda, setAjuda] = useState<'never' | 'open' | 'closed'>('never')
  const [comandos, setComandos] = useState(0)

  const typed = useRef<Digitado | null>(null)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, timeStamp: at } = event
    if (event.isComposing || within('[aria-modal="true"]', target)) return
    if (isTyping(target)) typed.current = { field: target, at }
    else typed.current = target === document.body && wordGoesOn(typed.current, at) ? { ...typed.current, at } : null
    const act = actionOf(event, { letras, digitando: typed.current !== null || behindModal() })
    if (!act || (event.altKey && target instanceof HTMLSelectElement)) return
    // A small form or a menu over the desk keeps its keys, but for the command box.
    if (act !== 'comandos' && within('[role="dialog"], [role="menu"]', target)) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'ajuda') setAjuda('open')
    else if (act === 'comandos') {
      awaitField(target)
      setComandos((times) => times + 1)
    } else perform(act, fila)
  })
  useEffect(() => {
    // Before the page's lists handle an arrow, and after letters that wait for a field (awaitField).
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (
    <>
      <Ferramenta
        Icone={IconKeyboard}
        palavra="Atalhos"
        visibleFrom="md"
        aria-label="Atalhos do teclado"
        title="Atalhos do teclado (?)"
        onClick={() => setAjuda('open')}
      />
      {ajuda !== 'never' && <Ajuda aberta={ajuda === 'open'} onClose={() => setAjuda('closed')} />}
      {comandos > 0 && <Comandos key={comandos} />}
    </>
  )
}

const isTyping = (target: EventTarget | null): target is Element =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]') !== null
const within = (outer: string, target: EventTarget | null) =>
  target instanceof Element && target.closest(outer) !== null

/** Whether a modal dialog is open, wherever the focus is. */
const behindModal = () => document.querySelector('[aria-modal="true"]') !== null

interface Digitado {
  field: Pick<Element, 'isConnected'>
  /** The time of the last key, in milliseconds. */
  at: number
}

/** Pure. Whether a key still belongs to the word that somebody was typing into a field that disappeared. */
export const wordGoesOn = (typed: Digitado | null, now: number): typed is Digitado =>
  typed !== null && !typed.field.isConnected && now - typed.at < lookUpMs

type Atalho = 'ajuda' | 'comandos' | 'proxima' | 'anterior' | 'passo' | 'copiar' | 'fechar' | 'desfazer'

const porLetra: Record<string, Atalho> = {
  '?': 'ajuda',
  j: 'proxima',
  k: 'anterior',
  p: 'passo',
  c: 'copiar',
  x: 'fechar',
  z: 'desfazer',
}

type Tecla = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/**
 * Pure. What a key asks for; null when it belongs to the field or the browser. Letters count only while nobody types;
 * Alt with an arrow always, except in lists that open with it.
 */
export function actionOf(tecla: Tecla, { letras, digitando }: { letras: boolean; digitando: boolean }): Atalho | null {
  const { key, ctrlKey, metaKey, altKey, repeat } = tecla
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'comandos'
  if (ctrlKey || metaKey) return null
  if (altKey) return key === 'ArrowDown' ? 'proxima' : key === 'ArrowUp' ? 'anterior' : null
  if (digitando) return null
  if (key === '?') return 'ajuda'
  const asked = letras ? porLetra[key] : undefined
  // A key held down must not close every call.
  return asked && (!repeat || asked === 'proxima' || asked === 'anterior') ? asked : null
}

function perform(atalho: Exclude<Atalho, 'ajuda' | 'comandos'>, fila: FilaStore) {
  const naAtiva = (what: string) => document.querySelector<HTMLElement>(`[data-ligacao][data-ativa]${what}`)
  if (atalho === 'proxima' || atalho === 'anterior') {
    if (flushSync(() => fila.move(atalho === 'proxima' ? 1 : -1))) naAtiva('')?.focus()
    return
  }
  if (atalho === 'passo') naAtiva(' :is([data-proximo-passo], input):not([disabled])')?.focus()
  if (atalho === 'copiar') naAtiva(' [data-acao="copiar-protocolo"]')?.click()
  if (atalho === 'fechar') naAtiva(' [data-acao="fechar"]')?.click()
  // The agent's own last close, whatever the order of the calls on screen.
  const encerrada = ({ dataset }: HTMLElement) => dataset.encerrada ?? ''
  if (atalho === 'desfazer')
    [...document.querySelectorAll<HTMLElement>('[data-acao="reabrir"]')]
      .sort((a, b) => encerrada(a).localeCompare(encerrada(b)))
      .at(-1)
      ?.click()
}
