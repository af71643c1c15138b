import { useLocalStorage } from '@mantine/hooks'

/** Whether single letters are shortcuts, remembered in this browser: who dictates or has a trembling hand turns them off. */
export const useLetras = () => useLocalStorage({ key: 'alo:atalhos-de-letra', defaultValue: true })
