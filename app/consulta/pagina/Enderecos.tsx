import { Text } from '@mantine/core'
import type { ServicoPagina } from '#server/cliente/wire/browse'
import { enderecosDe } from './enderecosDe.ts'
import classes from './pagina.module.css'

const lista = new Intl.ListFormat('pt-BR')

export function Enderecos({ servico }: { servico: ServicoPagina }) {
  const enderecos = enderecosDe(servico)
  if (enderecos.length === 0) return null
  return (
    <dl className={classes.enderecos}>
      {enderecos.map(({ usos, endereco }) => (
        <div key={usos.join()}>
          <dt>Endereço: {lista.format(usos).toLowerCase()}</dt>
          <dd>
            {endereco.completo || `${endereco.logradouro} ${endereco.endereco}, ${endereco.numero}`}
            {endereco.coordenadas.latitude !== null && endereco.coordenadas.longitude !== null && (
              <Text size="sm" c="dimmed" className="algarismos">
                {endereco.coordenadas.latitude}, {endereco.coordenadas.longitude}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
