import { Anchor, type AnchorProps } from '@mantine/core'

interface Props extends Pick<AnchorProps, 'mt'> {
  all: boolean
  onToggle: () => void
  mais: string
  menos?: string
  'aria-controls'?: string
}

/** A button that shows all of some shortened content, and shortens it again. */
export const VerMais = ({ all, onToggle, mais, menos = 'ver menos', ...rest }: Props) => (
  <Anchor
    component="button"
    type="button"
    size="sm"
    underline="always"
    aria-expanded={all}
    onClick={onToggle}
    {...rest}
  >
    {all ? menos : mais}
  </Anchor>
)
