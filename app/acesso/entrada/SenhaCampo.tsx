import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

interface Props extends Omit<PasswordInputProps, 'description'> {
  /** The name of the button that shows what was typed. */
  olho: string
}

/** A password field. It says when Caps Lock is on, which the dots do not show. */
export function SenhaCampo({ olho, ...props }: Props) {
  const [capitals, setCapitals] = useState(false)
  const look = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      size="md"
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': olho, tabIndex: 0 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={capitals && 'Caps Lock está ligado'}
      descriptionProps={{ role: 'alert' }}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCapitals(false)}
      {...props}
    />
  )
}
