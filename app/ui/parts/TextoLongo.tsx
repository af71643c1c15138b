import { Textarea, type TextareaProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Ref, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import classes from './textoLongo.module.css'

interface Props extends Omit<TextareaProps, 'autosize' | 'value' | 'ref'> {
  value?: string
  minRows: number
  maxRows?: number
  ref?: Ref<HTMLTextAreaElement>
}

/**
 * A field of several lines, as high as its words. Ctrl+Z takes back a run of typing, as in any field of the browser:
 * Chromium ends a run when any node is removed from the page. A field that React controls has its default value, which
 * is a node, replaced at each key, and a field that a script measures has its words replaced in the one that it
 * measures by. So React only writes here what was not typed here, and CSS makes the field grow, where the browser can.
 */
export function TextoLongo({ value = '', minRows, maxRows, ref, ...props }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const both = useMergedRef(field, ref)
  const grows = useSyncExternalStore(never, growsByItself, () => true)
  useLayoutEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value
  })
  if (!grows)
    return <Textarea {...props} ref={both} value={value} autosize minRows={minRows} {...(maxRows && { maxRows })} />
  const rows = { '--min': minRows, ...(maxRows && { '--max': maxRows }) }
  return <Textarea {...props} ref={both} classNames={{ input: classes.campo ?? '' }} styles={{ input: rows }} />
}

const never = () => () => {}
const growsByItself = () => CSS.supports('field-sizing', 'content')
