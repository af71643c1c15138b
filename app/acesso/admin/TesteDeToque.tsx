import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import Link from 'next/link'
import { useState } from 'react'
import { recebeChamadas } from '#server/acesso/rules/recebeChamadas'
import type { Toque } from '#server/ligacao/wire/central'
import { FailureAlert, QueryFailure } from '../../ui/feedback.tsx'
import { horaExata } from '../../ui/format.ts'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { Secao } from '../../ui/Secao.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { useEndTeste, useTestRing, useToque, useUltimoPedido, useUsuarios } from './adminQueries.ts'

/** Rings one extension and shows how far its newest ring got: a test from this page, or a call of the exchange. */
export function TesteDeToque() {
  const usuarios = useUsuarios()
  const [id, setId] = useState<number | null>(null)
  const [desde] = useState(() => new Date(serverNow()).toISOString())
  const toque = useToque(id, desde)
  const ring = useTestRing()
  const end = useEndTeste()
  const called = (usuarios.data ?? []).filter((each) => each.ativo && recebeChamadas(each))
  const options = called.map(({ id, nome, ramal, identificador_interno }) => ({
    value: String(id),
    label: `${nome} · ${ramal ? `ramal ${ramal}` : identificador_interno}`,
  }))
  /** Text that is left matching nobody, or empty, would ring the person chosen before, or the first of the list. */
  const leave = (text: string) => {
    const wanted = text.trim().toLowerCase()
    if (!wanted || !options.some(({ label }) => label.toLowerCase().includes(wanted))) setId(null)
  }
  /** The test that rings now. */
  const teste =
    ring.data && toque.data?.encerrada_em === null && toque.data.ligacao_id === ring.data.ligacao_id ? ring.data : null
  return (
    <Secao titulo="Ver tocar">
      <Text size="sm">
        Escolha uma pessoa e toque daqui, ou ligue para o ramal dela: cada passo aparece abaixo quando acontece.
      </Text>
      <Group align="flex-end" gap="xs">
        <Select
          label="Quem"
          placeholder={usuarios.isPending ? 'Carregando' : 'Nome ou ramal'}
          nothingFoundMessage={
            options.length > 0
              ? 'Ninguém com este nome ou ramal'
              : usuarios.data
                ? 'Ninguém com ramal: crie em Usuários'
                : 'A lista ainda não veio'
          }
          searchable
          allowDeselect={false}
          selectFirstOptionOnChange
          autoSelectOnBlur
          data={options}
          onBlur={(event) => leave(event.currentTarget.value)}
          value={id === null ? null : String(id)}
          onChange={(value) => setId(value === null ? null : Number(value))}
        />
        <Button disabled={id === null} loading={ring.isPending} onClick={() => id !== null && ring.mutate(id)}>
          Tocar agora
        </Button>
        {teste && id !== null && (
          <Button
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate({ id, ligacao: teste.ligacao_id })}
          >
            Parar o toque
          </Button>
        )}
      </Group>
      <QueryFailure query={usuarios} />
      {[ring.error, end.error, toque.error].map((error) => error && <FailureAlert key={error.message} error={error} />)}
      <UltimoPedido desde={desde} />
      {id !== null && <Passos toque={toque.data ?? null} />}
      {teste?.telas === 0 && toque.data?.entregue_em === null && (
        <Alert color="yellow" p="xs">
          Nenhuma tela desta pessoa está aberta. Ela entra em {window.location.origin}, e a janela aparece.
        </Alert>
      )}
    </Secao>
  )
}

/** The exchange's last request, even if refused: a wrong token or extension shows here first. */
function UltimoPedido({ desde }: { desde: string }) {
  const { data } = useUltimoPedido(desde)
  return (
    <Text size="sm" role="status" c={data?.tom === 'ruim' ? 'var(--mantine-color-error)' : undefined}>
      {data === null
        ? 'A central ainda não pediu nada desde que esta página abriu.'
        : data && `Último pedido da central, de ${data.ip} às ${horaExata(new Date(data.em))}: ${data.frase}`}{' '}
      <Anchor component={Link} href="/diagnostico" prefetch={false} inherit>
        Por que não tocou?
      </Anchor>
    </Text>
  )
}

/** All stages of a ring, also those not reached yet, so that the first missing one is visible. */
function Passos({ toque }: { toque: Toque | null }) {
  const stages = [
    { nome: 'O pedido chegou, e o ramal é desta pessoa', em: toque?.tocou_em },
    {
      nome: toque?.cliente ? `Cliente: ${toque.cliente}` : 'Cliente reconhecido pelo telefone',
      em: toque?.cliente && toque.tocou_em,
    },
    { nome: 'Uma tela foi avisada', em: toque?.entregue_em },
    { nome: 'A janela apareceu', em: toque?.exibida_em },
    { nome: 'Alguém atendeu', em: toque?.atendida_em },
    { nome: 'A chamada terminou', em: toque?.encerrada_em },
  ]
  return (
    <Stack component="ul" gap={4} role="status" aria-label="Passos do toque">
      {stages.map(({ nome, em }) => (
        <Group component="li" key={nome} gap="xs" wrap="nowrap" data-feito={em ? true : undefined}>
          <Marca feito={Boolean(em)} />
          <Text size="sm" c={em ? undefined : 'dimmed'}>
            {nome}
          </Text>
          {em && <Sub className="algarismos">{horaExata(new Date(em))}</Sub>}
        </Group>
      ))}
    </Stack>
  )
}

function Marca({ feito }: { feito: boolean }) {
  const [Forma, cor, palavra] = feito
    ? [IconCircleCheck, 'teal-text', 'Sim']
    : [IconCircleDashed, 'dimmed', 'Ainda não']
  return <Forma size={20} color={`var(--mantine-color-${cor})`} aria-label={palavra} style={{ flexShrink: 0 }} />
}
