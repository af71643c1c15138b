/** What stands before the operations. Markdown. */
export const introduction = `Notificação de ligações do PBX, consulta de clientes e eventos de faturamento.

- Envie o token em \`Authorization\`, com ou sem o prefixo \`Bearer\`. Cada token tem escopos: \`pbx\`, \`cliente\`, \`financeiro\`.
- Corpos são JSON, até 64 KiB, com \`Content-Type: application/json\`. \`null\` e \`""\` valem como ausente nos campos opcionais.
- Todo sucesso é 200 com \`status: "success"\`. Toda recusa tem \`status: "error"\`, uma frase em \`msg\`, todos os erros de uma
  vez em \`errors\` e, por campo, em \`campos\`, e o \`id_requisicao\` a citar ao pedir ajuda.
- Campos que esta especificação não nomeia são ignorados e listados em \`X-Campos-Ignorados\`.`

export const tags = [
  { name: 'PBX', description: 'Ligações: a janela de chamada do atendente. Escopo `pbx`.' },
  { name: 'Clientes', description: 'Consulta de clientes e seus serviços. Escopo `cliente`.' },
  { name: 'Financeiro', description: 'Eventos de faturamento. Escopo `financeiro`.' },
]

export const tokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'O token, com ou sem o prefixo Bearer.',
} as const
