import { Button, Menu, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconMessage, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Contato } from '#server/atendimento/wire/atendimento'
import { sentenceOf } from '../../ui/network/request.ts'
import { useAtendimento } from '../atendimentoQueries.ts'

const recado = (formatado: string) => `Olá! O número de protocolo do seu atendimento é ${formatado}.`

/** Opens WhatsApp or the SMS program of this computer: the desk itself sends nothing. */
const whatsappHref = (numero: string, texto: string) => `https://wa.me/${numero}?text=${encodeURIComponent(texto)}`
const smsHref = (numero: string, texto: string) => `sms:+${numero}?body=${encodeURIComponent(texto)}`

/** To the call's telephone, or to the customer's mobile numbers. */
export function SendProtocolo({ id, formatado }: { id: number; formatado: string }) {
  const [opened, setOpened] = useState(false)
  const { data, error, isPending } = useAtendimento(id, opened)
  const texto = recado(formatado)
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="max-content"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="light" size="xs" leftSection={<IconSend size={16} aria-hidden />}>
          Enviar
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 3rem)">
        {data?.contatos.flatMap((contato) => [
          <Menu.Item
            key={`wa ${contato.numero}`}
            component="a"
            href={whatsappHref(contato.numero, texto)}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
          >
            WhatsApp {aQuem(contato)}
          </Menu.Item>,
          contato.celular && (
            <Menu.Item
              key={`sms ${contato.numero}`}
              component="a"
              href={smsHref(contato.numero, texto)}
              leftSection={<IconMessage size={16} aria-hidden />}
            >
              SMS {aQuem(contato)}
            </Menu.Item>
          ),
        ])}
        {data?.contatos.length === 0 && (
          <Text size="sm" p="xs">
            Nem a chamada nem o cliente têm um número para enviar.
          </Text>
        )}
        {(isPending || error) && (
          <Text size="sm" p="xs" role="status">
            {error ? sentenceOf(error) : 'Carregando…'}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const aQuem = ({ formatado, da_ligacao }: Contato) => (
  <>
    {formatado}
    <Text span size="xs" c="dimmed">
      {da_ligacao ? ' · desta chamada' : ' · do cadastro'}
    </Text>
  </>
)
