import type { ClientePagina } from '#server/ligacao/wire/history'
import { Documento } from '../../clientes/Documento.tsx'
import { dia, diaHora } from '../formato.ts'
import { Fatos } from './Fatos.tsx'
import { Secao } from './Secao.tsx'

export function DadosPessoais({ cliente }: { cliente: ClientePagina }) {
  const [primeiro, ...outros] = cliente.telefones_formatados
  return (
    <Secao titulo="Dados do cliente">
      <Documento cliente={cliente} />
      <Fatos
        fatos={[
          ['Telefone', primeiro ?? 'Não informado'],
          ['Outros telefones', outros.join(' · ')],
          ['E-mail', cliente.email_principal],
          ['Outro e-mail', cliente.email_secundario],
          [
            cliente.tipo_pessoa === 'pf' ? 'Nascimento' : 'Fundação',
            cliente.data_nascmento && dia(cliente.data_nascmento),
          ],
          ['RG', cliente.rg],
          ['Emissão do RG', cliente.rg_emissao],
          ['Inscrição estadual', cliente.inscricao_estadual],
          ['Inscrição municipal', cliente.inscricao_municipal],
          ['Cadastro', diaHora(cliente.data_cadastro)],
          ['Id do cliente', cliente.id_cliente],
        ]}
      />
    </Secao>
  )
}
