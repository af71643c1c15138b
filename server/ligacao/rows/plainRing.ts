import { type ClienteResumoRow, clientesJson } from '../../cliente/rows/resumo.ts'
import { gather } from '../../database/gather.ts'
import { type Place, statement } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'
import { toldFields } from '../rules/call.ts'
import { rungColumns } from './columns.ts'
import type { CalledUser } from './facts.ts'
import { askedOf, jsonOf, maxTogether, type Question } from './factsStatement.ts'
import { unlessPlaceTaken } from './openings.ts'
import { ifSaid, nothingInTheWay, sameIdentificador } from './plain.ts'
import { openOne } from './plainRingAlone.ts'

/**
 * Opens windows for plain rings, as nearly every ring is, in the statement that also checks what stands in their way.
 * Where anything does, nothing is written, and the facts are read and decided in TypeScript. A ring is plain if its
 * token is admitted, it names one user, and the user has no mark of a cancel and no call that could be the same. The
 * statement locks the row of the user's queue while it writes, and does not move its version on: what others decided
 * meanwhile stays true, except that nothing rang. They find that out by the call's key or as `leaveMark` does.
 */
export const openSeveral = statement('ligacao_open_plain_of_several', (the: Place<{ questions: string }>) =>
  askedOf(the)
    .with('achado', (of) =>
      of
        .selectFrom('pergunta as p')
        .crossJoinLateral((each) =>
          each
            .selectFrom('cliente_telefone as f')
            .select('f.id_cliente')
            .whereRef('f.chave', '=', 'p.procurada')
            .offset(0)
            .as('t'),
        )
        .select(['p.n', 't.id_cliente']),
    )
    .with('livre', (of) =>
      of
        .selectFrom('alvo as a')
        .selectAll('a')
        .where('a.confiavel', '=', true)
        .where(({ eb, ref }) => ifSaid(ref('a.ramal'), eb('a.u_ramal', '=', ref('a.ramal'))))
        .where(({ ref }) =>
          ifSaid(
            ref('a.identificador_interno'),
            sameIdentificador(ref('a.u_identificador'), ref('a.identificador_interno')),
          ),
        )
        .where(({ ref }) =>
          nothingInTheWay(ref('a.usuario_id'), ref('a.chave'), ref('a.telefone_chave'), ref('a.agora')),
        ),
    )
    // Locked in one order, so that two processes do not end in a deadlock.
    .with('vez', (of) =>
      of
        .selectFrom('livre')
        .selectAll('livre')
        .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'livre.usuario_id')
        .whereRef('f.versao', '=', 'livre.fila')
        .orderBy('f.usuario_id')
        .forShare('f'),
    )
    .with('unico', (of) =>
      of
        .selectFrom('achado')
        .select((each) => ['n', each.fn.min('id_cliente').as('id_cliente')])
        .groupBy('n')
        .having((each) => each.fn.countAll(), '=', 1),
    )
    .with('nova', (of) =>
      of
        .insertInto('ligacao')
        .columns(['id', 'usuario_id', ...rungColumns])
        .expression((each) =>
          each
            .selectFrom('vez as v')
            .leftJoin('unico', 'unico.n', 'v.n')
            .select(['v.abrir', 'v.usuario_id', 'v.u_ramal', 'v.u_identificador', 'v.chave', 'unico.id_cliente'])
            .select(['unico.id_cliente as notificado', 'v.agora', 'v.agora as tocada', 'v.agora as aberta'])
            .select(toldFields.map((field) => `v.${field}` as const))
            // Inserted in one order, too: an insert waits for another process that inserts the same key.
            .orderBy('v.usuario_id')
            .orderBy('v.chave'),
        ),
    )
    .selectFrom('vez as v')
    .select(['v.n', 'v.usuario_id as id', 'v.u_ramal as ramal', 'v.u_identificador as identificador_interno'])
    .select((each) =>
      clientesJson(each.selectFrom('achado').select('achado.id_cliente').whereRef('achado.n', '=', 'v.n')).as(
        'clientes',
      ),
    ),
)

/** A window that was opened: its user, and the customers with its telephone. */
export interface Opened {
  usuario: Omit<CalledUser, 'fila'>
  clientes: ClienteResumoRow[]
}

const gathered = perDesk(({ database }) =>
  gather(async (questions: Question[]) => {
    const [one] = questions
    if (one && one.ramal !== null && questions.length === 1) {
      const [row] = await unlessPlaceTaken(database.run(openOne, one))
      if (!row) return [null]
      const { clientes, ...usuario } = row
      return [{ usuario, clientes }]
    }
    const opened: (Opened | null)[] = questions.map(() => null)
    const rows = await unlessPlaceTaken(database.run(openSeveral, { questions: jsonOf(questions) }))
    for (const { n, clientes, ...usuario } of rows) opened[n] = { usuario, clientes }
    return opened
  }, maxTogether),
)

/**
 * Opens a window with the id `abrir` for a plain ring; null, and nothing written, when something stands in its way.
 * Rings that come at the same time share a round trip and a flush to disk.
 */
export const openPlainCall = (desk: Desk, question: Question): Promise<Opened | null> => gathered(desk)(question)
