import type { ComponentProps, MouseEvent } from 'react'

interface Props extends ComponentProps<'button'> {
  'data-loading'?: boolean | 'true'
  /** Set for a disabled button, not for one that is loading. */
  'data-disabled'?: boolean | 'true'
}

const refuse = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * The root of every button. While loading, or `aria-disabled`, it ignores clicks and a form's Enter, but keeps the focus: a
 * `disabled` button loses it, and the next letters would be shortcuts.
 */
export function BotaoRaiz({ disabled, type = 'button', onClick, ...props }: Props) {
  const underWay = props['aria-disabled'] === true || (Boolean(props['data-loading']) && !props['data-disabled'])
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !underWay}
      aria-disabled={underWay || undefined}
      onClick={underWay ? refuse : onClick}
    />
  )
}
