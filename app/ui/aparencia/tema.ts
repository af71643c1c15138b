import { Button, type ButtonProps, type CSSVariablesResolver, createTheme, rem } from '@mantine/core'
import { BotaoRaiz } from './BotaoRaiz.tsx'

const systemFonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

const janela = {
  closeButtonProps: { 'aria-label': 'Fechar' },
  // A second `header` would be a second banner landmark.
  attributes: { header: { role: 'presentation' } },
  // A long name does not push the close button out of sight.
  styles: { title: { overflowWrap: 'anywhere' as const } },
}

/** Mantine's default blue has too little contrast for small text. */
export const tema = createTheme({
  primaryColor: 'blue',
  // Page (8), panel (7), field (6) and lines (4) can be told apart, and text is brighter than links and buttons.
  colors: {
    dark: [
      '#e4e8ed',
      '#b3bcc8',
      '#97a1ae',
      '#5b6673',
      '#3a434f',
      '#2e363f',
      '#222932',
      '#191e25',
      '#0f1216',
      '#0a0c0f',
    ],
  },
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: systemFonts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  // Height is scarce on the desk: the heading of a page is as large as Mantine makes the second one.
  headings: { fontFamily: systemFonts, fontWeight: '650', sizes: { h1: { fontSize: rem(26), lineHeight: '1.35' } } },
  respectReducedMotion: true,
  components: {
    // What a refusal says of a field is heard wherever the focus is.
    InputError: { defaultProps: { role: 'alert' } },
    // The ring around a focused button in it is whole, and a long name neither widens it nor is cut.
    Alert: { styles: { body: { minWidth: 0 }, message: { overflow: 'visible', overflowWrap: 'anywhere' } } },
    // The library's types do not know `component` as a default prop.
    Button: Button.extend({ defaultProps: { component: BotaoRaiz } as Partial<ButtonProps> }),
    Badge: { defaultProps: { variant: 'light', fz: 'xs', px: 8, tt: 'none' } },
    // With wide letters the choices need more than one line.
    SegmentedControl: {
      styles: { root: { flexWrap: 'wrap', maxWidth: '100%' }, control: { flex: '1 0 0', minWidth: 'max-content' } },
    },
    // A table that a narrow screen lays out as cards stays a table for screen readers.
    Table: { defaultProps: { role: 'table' } },
    TableThead: { defaultProps: { role: 'rowgroup' } },
    TableTbody: { defaultProps: { role: 'rowgroup' } },
    TableTr: { defaultProps: { role: 'row' } },
    TableTd: { defaultProps: { role: 'cell' } },
    Modal: { defaultProps: janela },
    Drawer: { defaultProps: janela },
  },
})

/** Dark enough for small text on a hovered button, too. */
const onLightTint = {
  '--mantine-color-blue-light-color': '#0b4a85',
  '--mantine-color-teal-light-color': '#045c40',
  '--mantine-color-red-light-color': '#a51111',
  '--mantine-color-yellow-light-color': '#7a4100',
}

/** Secondary text needs more contrast than Mantine gives it. */
export const coresLegiveis: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#b91c1c',
    ...onLightTint,
  },
  dark: {
    '--mantine-color-default-color': 'var(--mantine-color-dark-0)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    // Mantine's is nearly white: a link could not be told from a heading.
    '--mantine-color-blue-light-color': 'var(--mantine-color-blue-3)',
    '--mantine-color-placeholder': '#a0a4ac',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})
