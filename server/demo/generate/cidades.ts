export interface Cidade {
  /** Share of the customers. */
  peso: number
  /** Short name in the network's equipment. */
  sigla: string
  cidade: string
  estado: string
  uf: string
  ddd: string
  /** First five digits of its postal codes. */
  cep: string
  latitude: number
  longitude: number
}

function cidade(line: string): Cidade {
  const [peso, sigla, nome, estado, uf, ddd, cep, latitude, longitude] = line.split('|') as [string, ...string[]]
  return {
    peso: Number(peso),
    sigla: sigla as string,
    cidade: nome as string,
    estado: estado as string,
    uf: uf as string,
    ddd: ddd as string,
    cep: cep as string,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
}

/** A provider of the Minas interior that has grown; DDD 55 is there because it looks like the country code. */
export const cidades: readonly Cidade[] = [
  '34|DVL|Divinópolis|MG|Minas Gerais|37|35500|-20.1446|-44.8912',
  '14|ITN|Itaúna|MG|Minas Gerais|37|35680|-20.0753|-44.5764',
  '9|FRM|Formiga|MG|Minas Gerais|37|35570|-20.4644|-45.4264',
  '8|BHZ|Belo Horizonte|MG|Minas Gerais|31|30130|-19.9208|-43.9378',
  '6|UDI|Uberlândia|MG|Minas Gerais|34|38400|-18.9186|-48.2772',
  '5|POC|Poços de Caldas|MG|Minas Gerais|35|37701|-21.7878|-46.5614',
  '5|RAO|Ribeirão Preto|SP|São Paulo|16|14010|-21.1775|-47.8103',
  '4|SAO|São Paulo|SP|São Paulo|11|01310|-23.5505|-46.6333',
  '3|NIT|Niterói|RJ|Rio de Janeiro|21|24020|-22.8832|-43.1034',
  '3|VIX|Vitória|ES|Espírito Santo|27|29010|-20.3155|-40.3128',
  '2|GYN|Goiânia|GO|Goiás|62|74003|-16.6869|-49.2648',
  '2|SMA|Santa Maria|RS|Rio Grande do Sul|55|97010|-29.6842|-53.8069',
  '2|FLN|Florianópolis|SC|Santa Catarina|48|88010|-27.5954|-48.5480',
  '2|SLZ|São Luís|MA|Maranhão|98|65010|-2.5307|-44.3068',
  '1|BEL|Belém|PA|Pará|91|66010|-1.4558|-48.4902',
].map(cidade)
