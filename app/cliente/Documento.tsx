import { Anchor, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { BotaoRaiz } from '../ui/aparencia/BotaoRaiz.tsx'
import { FailureText } from '../ui/feedback.tsx'
import { sentenceOf } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'
import { useStrayPress } from '../ui/parts/useStrayPress.ts'
import { acessosKey, revealDocumento } from './clienteQueries.ts'

const words: Record<string, string> = { pf: 'Pessoa física', pj: 'Pessoa jurídica' }

export const tipoPessoa = (tipo_pessoa: string) => words[tipo_pessoa] ?? tipo_pessoa

type Documentado = Pick<ClienteResumo, 'id_cliente' | 'tipo_pessoa' | 'cpf_cnpj_mascarado'>

/** The server records and counts each reveal, so it is fetched only on request, once for a double click. */
export function Documento({ cliente }: { cliente: Documentado }) {
  const cache = useQueryClient()
  const isStray = useStrayPress()
  const reveal = useOneMutation({
    mutationFn: () => revealDocumento(cliente.id_cliente),
    onSuccess: () => void cache.invalidateQueries({ queryKey: acessosKey(cliente.id_cliente) }),
    gcTime: 0,
  })
  // Empty when the import had none, or when it was erased meanwhile.
  const documento = reveal.data ?? cliente.cpf_cnpj_mascarado
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" className="algarismos" span role="status">
          {cliente.tipo_pessoa === 'pf' ? 'CPF' : 'CNPJ'} {documento || 'não informado'}
        </Text>
        {documento && (
          <Anchor
            component={BotaoRaiz}
            size="sm"
            mih={24}
            underline="always"
            aria-disabled={reveal.isPending}
            onClick={() => isStray('documento') || (reveal.data ? reveal.reset() : reveal.mutate())}
          >
            {reveal.data ? 'Ocultar documento' : 'Mostrar documento'}
          </Anchor>
        )}
      </Group>
      {reveal.error && <FailureText>{sentenceOf(reveal.error)}</FailureText>}
    </div>
  )
}
