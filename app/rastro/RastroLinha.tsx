import { Badge, Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import type { Rastro } from '#server/rastro/wire'
import { instante } from '../ui/format.ts'
import { Sub } from '../ui/Sub.tsx'
import classes from './diagnostico.module.css'

const operacoes = { notificar: 'Notificou', cancelar: 'Cancelou', consultar: 'Consultou' } as const
export const cores = { bom: 'teal', neutro: 'gray', ruim: 'red' } as const

/** One request in a sentence; its stages unfold. */
export function RastroLinha({ rastro }: { rastro: Rastro }) {
  const { em, operacao, frase, tom, ramal, telefone, chave, token, ip, id, vezes, etapas } = rastro
  const [aberto, { toggle }] = useDisclosure(false)
  const stages = useId()
  const Chevron = aberto ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.rastro}>
      <UnstyledButton className={classes.cabeca} aria-expanded={aberto} aria-controls={stages} onClick={toggle}>
        <Chevron size={18} aria-hidden className={classes.seta} />
        <time dateTime={em} className={`algarismos ${classes.em}`}>
          {instante(new Date(em))}
        </time>
        <Badge color={cores[tom]}>{vezes > 1 ? `${operacoes[operacao]} ${vezes} ×` : operacoes[operacao]}</Badge>
        <span className={classes.quem}>
          {[ramal && `ramal ${ramal}`, telefone].filter(Boolean).join(' · ') || (token ?? ip)}
        </span>
        <span className={classes.frase}>{frase}</span>
      </UnstyledButton>
      <Collapse expanded={aberto} id={stages}>
        <table className={`algarismos ${classes.etapas}`}>
          <thead>
            <tr>
              <th scope="col">Etapa</th>
              <th scope="col">ms</th>
              <th scope="col">O que houve</th>
            </tr>
          </thead>
          <tbody>
            {etapas.map(({ etapa, ms, detalhe }) => (
              <tr key={etapa}>
                <th scope="row">{etapa}</th>
                <td>{ms === null ? '' : ms.toLocaleString('pt-BR', { maximumFractionDigits: 1 })}</td>
                <td>{detalhe}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Sub className={classes.nomes}>
          {[chave && `Chave ${chave}`, `Requisição ${id}`].filter(Boolean).join(' · ')}
        </Sub>
      </Collapse>
    </li>
  )
}
