import type { ComponentProps, MouseEvent } from 'react'

interface Props extends ComponentProps<'button'> {
  'data-loading'?: boolean | 'true'
  /** Said of a button that is disabled by itself, and not for being under way. */
  'data-disabled'?: boolean | 'true'
}

const refuse = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * What every button is made of. While what it began is under way it refuses clicks, and a form's Enter, and keeps the
 * focus: browsers take that from a `disabled` button, and letters typed to the page itself are shortcuts.
 */
export function BotaoRaiz({ disabled, type = 'button', onClick, ...props }: Props) {
  const underWay = Boolean(props['data-loading']) && !props['data-disabled']
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
