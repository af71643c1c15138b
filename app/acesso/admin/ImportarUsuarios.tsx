import { Alert, Button, Code, Drawer, FileInput, Group, Stack, Table, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { FailureAlert } from '../../ui/feedback.tsx'
import { contagem } from '../../ui/format.ts'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { useImportUsuarios, useTryImport } from './adminQueries.ts'

const exemplo = 'usuario;nome;papel;ramal;identificador_interno\nana;Ana Souza;atendente;101;ana01'

/** Spreadsheets write UTF-8 or, older ones, Latin 1: a text that is not the one is the other. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** First what the file would do, line by line; nothing is created while a line has a mistake. */
export function ImportarUsuarios({ onClose }: { onClose: () => void }) {
  useFocusReturns(true)
  const trial = useTryImport()
  const real = useImportUsuarios()
  const [csv, setCsv] = useState<string | null>(null)
  const { data, error, isPending } = real.data || real.error ? real : trial
  const wrong = data?.linhas.filter(({ erros }) => erros.length > 0) ?? []
  const chosen = useRef<File | null>(null)
  const take = async (file: File | null) => {
    chosen.current = file
    real.reset()
    trial.reset()
    const text = file && (await textOf(file))
    // Another file was chosen while this one was read.
    if (chosen.current !== file) return
    setCsv(text)
    if (text !== null) trial.mutate(text)
  }
  // The answer says how many were created.
  const leave = () => real.isPending || onClose()
  return (
    <Drawer
      opened
      onClose={leave}
      closeOnClickOutside={csv === null}
      position="right"
      size="lg"
      title="Importar usuários"
    >
      <Stack gap="sm">
        <Text size="sm">
          Um CSV com cabeçalho, separado por vírgula ou ponto e vírgula. O papel é atendente, supervisor ou
          administrador; ramal e identificador podem faltar.
        </Text>
        <Code block>{exemplo}</Code>
        <FileInput
          label="Arquivo"
          placeholder="Escolher arquivo"
          accept=".csv,text/csv"
          clearable
          disabled={real.isPending}
          onChange={(file) => void take(file)}
        />
        {isPending && <Text size="sm">Conferindo…</Text>}
        <FailureAlert error={error} />
        {real.data ? (
          <Alert color={wrong.length > 0 ? 'yellow' : 'teal'} role="status">
            {contagem(real.data.criados, 'usuário criado', 'usuários criados')}. O link com que cada um escolhe a senha
            vale uma hora: crie-o na lista quando a pessoa for entrar.
          </Alert>
        ) : (
          data && (
            <Alert color={wrong.length > 0 ? 'red' : 'teal'} role="status">
              {wrong.length > 0
                ? `${contagem(wrong.length, 'linha precisa', 'linhas precisam')} de correção: nada será criado antes.`
                : `${contagem(data.linhas.length, 'usuário será criado', 'usuários serão criados')}. Nada mudou ainda.`}
            </Alert>
          )
        )}
        {wrong.length > 0 && (
          <Table aria-label="Linhas com erro">
            <Cabecalho colunas={['Linha', 'Usuário', 'O que corrigir']} />
            <Table.Tbody>
              {wrong.map(({ linha, usuario, erros }) => (
                <Table.Tr key={linha}>
                  <Table.Td>{linha}</Table.Td>
                  <Table.Td>{usuario}</Table.Td>
                  <Table.Td>{erros.join('. ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={real.isPending} onClick={leave}>
            {real.data ? 'Fechar' : 'Cancelar'}
          </Button>
          {!real.data && (
            <Button
              disabled={!csv || !trial.data || wrong.length > 0}
              loading={real.isPending}
              onClick={() => csv && real.mutate(csv)}
            >
              {`Importar ${data && wrong.length === 0 ? data.linhas.length : ''}`.trim()}
            </Button>
          )}
        </Group>
      </Stack>
    </Drawer>
  )
}
