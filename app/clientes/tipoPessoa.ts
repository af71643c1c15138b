const words: Record<string, string> = { pf: 'Pessoa física', pj: 'Pessoa jurídica' }

export const tipoPessoa = (tipo_pessoa: string) => words[tipo_pessoa] ?? tipo_pessoa
