import { useCombobox } from '@mantine/core'
import { useEffect } from 'react'

/**
 * A combobox whose options are what a search found: an arrow's choice belongs to the list it was made in. Nothing is
 * chosen unasked: Enter must not take a namesake.
 */
export function useListaCombobox(opened: boolean, found: readonly unknown[]) {
  const combobox = useCombobox({ opened })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render; the list is what matters
  useEffect(() => combobox.resetSelectedOption(), [found])
  return combobox
}
