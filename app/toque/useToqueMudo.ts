import { useLocalStorage } from '@mantine/hooks'

/** Whether the ring tone is muted, remembered in this browser. */
export const useToqueMudo = () =>
  useLocalStorage<boolean>({ key: 'alo:toque-mudo', defaultValue: false, getInitialValueInEffect: true })
