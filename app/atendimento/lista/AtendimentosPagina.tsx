'use client'
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { Abas } from '../../acesso/Abas.tsx'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { Loading, QueryFailure } from '../../ui/feedback.tsx'
import { ExportCsv, MoreButton } from '../../ui/lista/listaBotoes.tsx'
import { Resultado } from '../../ui/lista/Resultado.tsx'
import { exportHref, useAtendimentos } from '../atendimentoQueries.ts'
import { AtendimentoDrawer, type ClienteSearch } from './AtendimentoDrawer.tsx'
import { AtendimentosFiltros, useAtendimentosFiltros } from './AtendimentosFiltros.tsx'
import { AtendimentosTabela } from './AtendimentosTabela.tsx'

const typingPause = 200

/** An agent's own tickets; for supervisors those of the whole team. */
export function AtendimentosPagina({ ClienteSearch }: { ClienteSearch: ClienteSearch }) {
  const { papel } = useUsuario()
  const daEquipe = eDaSupervisao(papel)
  const { filtros, aberto, change, query } = useAtendimentosFiltros()
  const [asked] = useDebouncedValue(query, typingPause)
  const atendimentos = useAtendimentos(asked)
  const desatualizada = atendimentos.isPlaceholderData || asked !== query
  const curta = atendimentos.data?.pages[0]?.busca_curta === true
  const shown = atendimentos.data?.pages.flatMap((page) => page.atendimentos) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Abas titulo="Atendimentos" />
      <div>
        <AtendimentosFiltros
          filtros={filtros}
          change={change}
          depois={daEquipe && <ExportCsv href={exportHref(query)} />}
        />
        <Resultado
          lista={atendimentos}
          desatualizada={desatualizada}
          query={asked}
          quantos={shown.length}
          nome={['atendimento', 'atendimentos']}
          vazia={
            curta
              ? 'Digite mais: ao menos duas letras, um telefone inteiro ou seis dígitos do protocolo.'
              : asked !== ''
                ? 'Nenhum atendimento com estes filtros. Confira o período ou limpe os filtros.'
                : daEquipe
                  ? 'Ninguém abriu atendimento ainda. Eles aparecem aqui assim que uma chamada ganha protocolo.'
                  : 'Você ainda não abriu atendimento. Eles aparecem aqui assim que uma chamada ganha protocolo.'
          }
        />
      </div>
      <QueryFailure query={atendimentos} />
      {(atendimentos.isPending || (desatualizada && shown.length === 0)) && <Loading texto="Carregando atendimentos" />}
      {shown.length > 0 && (
        <AtendimentosTabela
          atendimentos={shown}
          daEquipe={daEquipe}
          desatualizada={desatualizada}
          onOpen={(id) => change({ atendimento: String(id) })}
        />
      )}
      <MoreButton lista={atendimentos} fim={shown.length > 0} />
      <AtendimentoDrawer
        id={/^\d{1,10}$/.test(aberto) ? Number(aberto) : null}
        onClose={() => change({ atendimento: null })}
        ClienteSearch={ClienteSearch}
      />
    </Stack>
  )
}
