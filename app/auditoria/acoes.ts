/** What the record's words mean on the screen; an unknown one is shown as it is. */
const acoes: Record<string, string> = {
  evento_faturamento_registrado: 'Registrou evento de faturamento',
  evento_faturamento_estornado: 'Estornou evento de faturamento',
  faturamento_exportado: 'Exportou eventos de faturamento',
  tipo_servico_criado: 'Criou tipo de serviço',
  tipo_servico_ativado: 'Ativou tipo de serviço',
  tipo_servico_desativado: 'Desativou tipo de serviço',
  documento_revelado: 'Revelou CPF/CNPJ',
  cliente_aberto: 'Abriu cliente',
  clientes_exportados: 'Exportou clientes',
}

export const acaoPorExtenso = (acao: string) => acoes[acao] ?? acao
export const opcoesDeAcao = Object.entries(acoes).map(([value, label]) => ({ value, label }))
