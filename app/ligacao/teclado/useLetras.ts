import { useLocalStorage } from '@mantine/hooks'

/** Single letters as shortcuts, per browser: people who dictate or press keys by accident turn them off. */
export const useLetras = () => useLocalStorage({ key: 'alo:atalhos-de-letra', defaultValue: true })
