export const femininos = (
  'Ana,Beatriz,Carla,Cássia,Cláudia,Conceição,Débora,Érica,Fátima,Fernanda,Flávia,Glória,Helena,Heloísa,Inês,Jaqueline,' +
  'Júlia,Letícia,Lívia,Lúcia,Luzia,Márcia,Maria,Mônica,Natália,Nilza,Patrícia,Raquel,Rita,Sílvia,Sônia,Tânia,Thaís,' +
  'Valéria,Verônica,Vitória,Zélia'
).split(',')

export const masculinos = (
  'Antônio,Bruno,Caetano,César,Diego,Edgar,Estêvão,Fábio,Francisco,Gabriel,Geraldo,Gonçalo,Ícaro,Ivan,João,José,Júlio,' +
  'Lázaro,Luís,Márcio,Mário,Otávio,Paulo,Pedro,Raí,Renê,Rogério,Sebastião,Simão,Vicente,Wagner'
).split(',')

export const sobrenomes = (
  'de Abreu,Aguiar,de Almeida,Alcântara,Andrade,de Araújo,Assunção,Barbosa,Batista,Borges,Brandão,Cândido,Cardoso,de Carvalho,' +
  "da Conceição,Corrêa,da Costa,D'Ávila,Damasceno,Esteves,Fagundes,Falcão,de Faria,Ferreira,Galvão,Gonçalves,Guimarães," +
  'Inácio,de Jesus,Lacerda,Leão,Lima,Lourenço,Machado,Magalhães,Medeiros,Mendonça,de Moura,Müller,Nogueira,de Oliveira,da Paixão,' +
  'Patrício,Peçanha,Queirós,Ramos,de Rezende,Ribeiro,da Rocha,Romão,Salomão,Santana,dos Santos,da Silva,Simões,de Souza,Tavares,' +
  'Teixeira,da Trindade,Valadão,de Vasconcelos,Veríssimo,Vieira,Xavier,Yamashita,Zanão'
).split(',')

export const ramosEmpresa = (
  'Padaria,Mercearia,Farmácia,Oficina Mecânica,Auto Peças,Açougue,Papelaria,Clínica Odontológica,Escola,Hotel,' +
  'Restaurante,Pizzaria,Imobiliária,Contabilidade,Confecções,Calçados,Móveis,Óptica,Agropecuária,Construções'
).split(',')

export const nomesEmpresa = (
  'São José,Três Irmãos,Boa Esperança,Central,Nossa Senhora Aparecida,Avenida,Progresso,União,Bom Preço,Vitória,' +
  'Estrela,Santa Luzia,Minas,Ipê Amarelo,Paraíso,Imperatriz,Sertão,Pão de Açúcar da Praça,Água Viva,Ponto Certo'
).split(',')

export const formasEmpresa = ['Ltda', 'ME', 'EIRELI', 'S/A', '& Cia Ltda', 'EPP']

export const tiposLogradouro = [
  'Rua',
  'Rua',
  'Rua',
  'Avenida',
  'Avenida',
  'Travessa',
  'Praça',
  'Alameda',
  'Rodovia',
  'Sítio',
]

export const logradouros = (
  'Goiás,Minas Gerais,das Acácias,Antônio Olímpio de Morais,São João,Sete de Setembro,Quinze de Novembro,' +
  'Presidente Getúlio Vargas,Tiradentes,Padre Cícero,Dom Pedro II,do Comércio,das Palmeiras,Santos Dumont,' +
  'Castro Alves,Coronel João Notini,José de Alencar,Marechal Deodoro,Rio de Janeiro,da Independência'
).split(',')

export const bairros = (
  'Centro,São José,Bom Pastor,Niterói,Jardim das Oliveiras,Planalto,Vila Nova,Santo Antônio,Esplanada,Porto Velho,' +
  'Santa Clara,Industrial,Zona Rural,Conjunto Habitacional Juscelino Kubitschek,Interlagos,Boa Vista'
).split(',')

export const complementos = [
  '',
  '',
  '',
  'Casa',
  'Fundos',
  'Apto 101',
  'Bloco B, apto 302',
  'Loja 2',
  'Próximo à igreja',
]
