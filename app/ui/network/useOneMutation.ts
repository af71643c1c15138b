import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that ignores calls while it is under way, even the second click of a double click, which comes before the
 * button shows that it is loading. Otherwise the refusal of the second request would replace the answer to the first.
 */
export function useOneMutation<Answer, Variables = void>({
  onSettled,
  ...options
}: UseMutationOptions<Answer, Error, Variables>) {
  const underWay = useRef(false)
  const { mutate: run, ...mutation } = useMutation<Answer, Error, Variables>({
    ...options,
    onSettled: (...told) => {
      underWay.current = false
      return onSettled?.(...told)
    },
  })
  const once = (variables: Variables, then?: MutateOptions<Answer, Error, Variables>) => {
    if (underWay.current) return
    underWay.current = true
    run(variables, then)
  }
  return { ...mutation, mutate: once }
}
