import { mistakesOf } from '../mistakes.ts'
import { invalid, type Mistakes, unauthenticated } from '../refusal.ts'
import { chavesTelefone } from '../telefone/rules/chaves.ts'
import type { CalledUser, factsReader, LigacaoFacts } from './rows/facts.ts'
import { callKey, telefoneKey } from './rules/call.ts'
import { checkTarget } from './rules/checkTarget.ts'
import { type LigacaoRequest, ligacaoRequest } from './wire/ligacao.ts'

type FactsReader = ReturnType<typeof factsReader>

export interface ReadCall {
  request: LigacaoRequest
  usuario: CalledUser
  /** The customer named by the PBX, if it named one. */
  named: number | null
  chave: string | null
  telefone_chave: string
  facts: LigacaoFacts
}

/**
 * Reads the facts about a PBX's message and refuses it with all its mistakes at once: those of form and those of
 * identifiers that do not exist. The token is judged again on the same instant as the rest, so that a revocation in
 * another process acts at once. With `openAs`, the id for a new call, a call about which nothing is known is opened in
 * the same round trip; `facts.opened` says so.
 */
export async function readCall(
  readFacts: FactsReader,
  input: { body: unknown; tokenId: number; dddPadrao: string | undefined; now: Date; openAs?: string },
): Promise<ReadCall> {
  const parsed = ligacaoRequest.safeParse(input.body)
  const request = parsed.success ? parsed.data : wellFormedPart(input.body)
  const named = request.id_cliente !== undefined || request.codigo_cliente !== undefined
  const chave = callKey(request.ligacao_params)
  const telefone_chave = telefoneKey(request.telefone, input.dddPadrao)
  const facts = await readFacts({
    tokenId: input.tokenId,
    ramal: request.ramal ?? null,
    identificador_interno: request.identificador_interno ?? null,
    id_cliente: request.id_cliente ?? null,
    codigo_cliente: request.codigo_cliente ?? null,
    telefone_chave: named || !request.telefone ? null : (chavesTelefone(request.telefone, input.dddPadrao)[0] ?? null),
    chave,
    opening:
      input.openAs && parsed.success && !named
        ? { id: input.openAs, telefone_chave, telefone: request.telefone ?? null, ligacao_params: paramsText(request) }
        : null,
    now: input.now,
  })
  if (!facts.tokenActive) throw unauthenticated()
  const mistakes: Mistakes = { ...checkTarget(request, facts), ...(parsed.success ? {} : mistakesOf(parsed.error)) }
  const [usuario] = facts.usuarios
  if (Object.keys(mistakes).length > 0 || !usuario) throw invalid(mistakes)
  return {
    request,
    usuario,
    named: named ? (facts.clientes[0]?.id_cliente ?? null) : null,
    chave,
    telefone_chave,
    facts,
  }
}

/** The call's parameters as they are stored. */
export const paramsText = ({ ligacao_params }: LigacaoRequest) =>
  ligacao_params ? JSON.stringify(ligacao_params) : null

/** The fields that are well formed by themselves, of a body that as a whole is not. */
function wellFormedPart(body: unknown): LigacaoRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const part: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(ligacaoRequest.shape)) {
    const field = schema.safeParse((body as Record<string, unknown>)[name])
    if (field.success) part[name] = field.data
  }
  return part
}
