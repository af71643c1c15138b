import { useQuery } from '@tanstack/react-query'
import { painel } from '../api/painel.ts'

/** Who is signed in. Without a session the client leaves for the sign-in page. */
export const useEu = () => useQuery({ queryKey: ['eu'], queryFn: ({ signal }) => painel.eu(signal) })
