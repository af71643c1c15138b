import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconArrowRight, IconNotes, IconPhone, IconSearch, IconUser } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { semAcento } from '#server/acesso/rules/semAcento'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { abasDe } from '../../acesso/Abas.tsx'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { useAtendimentosAbertos } from '../../atendimento/atendimentoQueries.ts'
import { digiteMais } from '../../cliente/busca/ClienteBusca.tsx'
import { useClientesBusca } from '../../cliente/clienteQueries.ts'
import { copyText } from '../../ui/copy.ts'
import { looksPersonal } from '../../ui/lista/useFiltros.ts'
import { sentenceOf } from '../../ui/network/request.ts'
import recusa from '../../ui/parts/recusa.module.css'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { destinosDe } from '../../ui/shell/Navegacao.tsx'
import { nomeDe } from '../fila/ligacoes.ts'
import { useAbertas, useMesa } from '../fila/useMesa.ts'

const [store, spotlight] = createSpotlight()

/** How long the message about a copy stays, in milliseconds. */
const said = 3_000

export function Comandos() {
  const [query, setQuery] = useState('')
  useEffect(() => {
    closeMenu()
    spotlight.open()
  }, [])
  useFocusReturns(useSpotlight(store).opened)
  const [dito, setDito] = useState('')
  useEffect(() => {
    if (!dito) return
    const timer = setTimeout(() => setDito(''), said)
    return () => clearTimeout(timer)
  }, [dito])
  const { achados, buscando, repetindo, erro, curto } = useAchados(query.trim(), async (codigo) =>
    setDito(
      (await copyText(codigo)) ? `Código ${codigo} copiado` : `Este navegador não deixa copiar. Código: ${codigo}`,
    ),
  )
  // Keys act on the marked line, and the mark stays with its line when the list changes.
  const { guard, aviso } = useRecusaAfter(achados.map(({ id }) => id).join(), () => document.activeElement)
  useEffect(() => {
    if (!buscando) markFirst()
  }, [buscando])
  return (
    <>
      <Spotlight.Root
        store={store}
        shortcut={null}
        returnFocus={false}
        query={query}
        onQueryChange={setQuery}
        scrollable
        maxHeight={440}
        transitionProps={{ duration: 0 }}
        // The root has no role; the dialog is inside.
        attributes={{ content: { 'aria-label': 'Caixa de comandos' } }}
      >
        <Spotlight.Search
          aria-label="Ir para, cliente ou protocolo"
          placeholder="Página, cliente, telefone ou protocolo"
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Spotlight.ActionsList {...guard}>
          {achados.map(({ id, label, description, icon, act }) => (
            <Spotlight.Action
              key={id}
              label={label}
              {...(description && { description })}
              leftSection={icon}
              // By default the second text is pale, which is hard to read on the marked line.
              style={{ '--action-description-opacity': 1 }}
              onClick={act}
            />
          ))}
          {buscando ? (
            <Spotlight.Empty>
              {repetindo ? 'A busca de clientes não veio. Tentando de novo…' : 'Buscando…'}
            </Spotlight.Empty>
          ) : erro ? (
            <Spotlight.Empty>A busca de clientes não veio: {sentenceOf(erro)}</Spotlight.Empty>
          ) : (
            achados.length === 0 && <Spotlight.Empty>{curto ? digiteMais : 'Nada encontrado'}</Spotlight.Empty>
          )}
        </Spotlight.ActionsList>
        {aviso}
      </Spotlight.Root>
      <div role="status" className={recusa.recusa} style={{ '--x': 'calc(50vw - 9rem)', '--y': '66px' }}>
        {dito}
      </div>
    </>
  )
}

/** Closes an open menu, which would take the focus back with the first letter in the box. */
function closeMenu() {
  const botao = document.querySelector<HTMLElement>('button[aria-haspopup][aria-expanded="true"]')
  botao?.focus()
  botao?.click()
}

/** Marks the first line if none is: Spotlight marks one at each key, but customers are found only after it. */
function markFirst() {
  const list = document.getElementById(store.getState().listId)
  if (!list || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

const nenhuma: readonly string[] = []

/** A protocol number begins with its day, as do the documents of three in ten thousand companies. */
const protocolo = /^20[2-9]\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{6}$/
const eProtocolo = (termo: string) => protocolo.test(termo.replace(/[\s.-]/g, ''))

interface Achado {
  id: string
  label: string
  description?: string
  icon: ReactNode
  act: () => void
}

function useAchados(termo: string, copy: (codigo: string) => Promise<void>) {
  const router = useRouter()
  const { papel } = useUsuario()
  const { fila } = useMesa()
  const abertas = useAbertas()
  const { atendimentos = [], total = 0 } = useAtendimentosAbertos().data ?? {}
  const { clientes, typeMore, settled, searching, repeating, error } = useClientesBusca(termo)
  const wanted = semAcento(termo)
  const digits = termo.replace(/\D/g, '')
  const has = (...texts: (string | null | undefined)[]) =>
    texts.some(
      (text) =>
        text && (semAcento(text).includes(wanted) || (digits.length > 2 && text.replace(/\D/g, '').includes(digits))),
    )

  // Without a word, only the pages of the navigation: the list stays short.
  const destinos = destinosDe(papel).map((destino) => ({ ...destino, titulo: '' }))
  const abas = (termo ? abasDe(papel) : []).filter(({ href }) => !destinos.some((destino) => destino.href === href))
  const paginas = [...destinos, ...abas.map((aba) => ({ ...aba, palavras: nenhuma }))]
    .filter(({ rotulo, palavras }) => has(rotulo) || palavras.some((each) => semAcento(each).startsWith(wanted)))
    .map(
      ({ href, rotulo, titulo }): Achado => ({
        id: href,
        label: `Ir para ${rotulo}`,
        description: titulo,
        icon: <IconArrowRight size={20} aria-hidden />,
        act: () => router.push(href),
      }),
    )
  const chamadas = abertas
    .filter((ligacao) => has(nomeDe(ligacao), ligacao.telefone_formatado, ligacao.atendimento?.protocolo))
    .map(
      (ligacao): Achado => ({
        id: ligacao.id,
        label: nomeDe(ligacao),
        description: `Chamada em curso · ${ligacao.telefone_formatado}`,
        icon: <IconPhone size={20} aria-hidden />,
        act: () => {
          fila.enter(ligacao.id)
          router.push('/painel')
        },
      }),
    )
  const protocolos = (termo ? atendimentos : [])
    .filter(({ protocolo, cliente }) => has(protocolo, cliente?.nome_razaosocial))
    .map(
      ({ id, protocolo_formatado, cliente }): Achado => ({
        id: `atendimento-${id}`,
        label: `Protocolo ${protocolo_formatado}`,
        description: `Em aberto · ${cliente?.nome_razaosocial ?? 'sem cliente'}`,
        icon: <IconNotes size={20} aria-hidden />,
        act: () => router.push(`/atendimentos?atendimento=${id}`),
      }),
    )
  // Enter acts on the marked line, so customers found for an earlier text of the field must not be in the list.
  const encontrados = (settled ? clientes : []).slice(0, 8).map(
    ({ id_cliente, codigo_cliente, nome_razaosocial, cpf_cnpj_mascarado }): Achado => ({
      id: `cliente-${id_cliente}`,
      label: nome_razaosocial,
      description: [`Cliente ${codigo_cliente}`, cpf_cnpj_mascarado, !eDaSupervisao(papel) && 'copiar o código']
        .filter(Boolean)
        .join(' · '),
      icon: <IconUser size={20} aria-hidden />,
      // Agents have no page of a customer, so they get the code.
      act: () => void (eDaSupervisao(papel) ? router.push(`/clientes/${id_cliente}`) : copy(String(codigo_cliente))),
    }),
  )
  const buscando = searching && !settled
  // Only the newest open tickets are in the list, so a search of all tickets is offered. It comes together with the
  // customers and after them, so that Enter picks a customer. Digits that name a customer are no protocol number and
  // stay out of the address; a search that failed does not prove that they name nobody.
  const semNome = settled && protocolos.length + encontrados.length === 0
  const procura = eProtocolo(termo) ? semNome : total > atendimentos.length && !looksPersonal(termo)
  const alem: Achado[] =
    termo && !buscando && procura
      ? [
          {
            id: 'atendimentos',
            label: `Procurar “${termo}” em todos os atendimentos`,
            icon: <IconNotes size={20} aria-hidden />,
            act: () => router.push(`/atendimentos?termo=${encodeURIComponent(termo)}`),
          },
        ]
      : []
  return {
    achados: [...chamadas, ...paginas, ...protocolos, ...encontrados, ...alem],
    buscando,
    repetindo: repeating,
    erro: error,
    curto: typeMore,
  }
}
