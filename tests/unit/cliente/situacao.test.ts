import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byServico,
  porImportancia,
  situacaoDe,
  situacaoDoContrato,
  situacoesPorImportancia,
  situacoesPorOferta,
} from '#server/cliente/rules/situacao'
import { situacaoCancelada, situacoes } from '#server/demo/generate/planos'
import { significados } from '../../support/significados.ts'

const of = (status_prefixo: string) => situacaoDe({ status_prefixo })

test.each(significados)('the state %j means %s', (status_prefixo, situacao) =>
  expect(of(status_prefixo)).toBe(situacao),
)

const keys = [...situacoes, situacaoCancelada].map(({ status_prefixo }) => status_prefixo)
const servico = fc.record({
  id: fc.nat(),
  status_prefixo: fc.oneof(fc.constantFrom(...keys, 'outra_coisa'), fc.string()),
})
const servicos = fc.array(servico, { maxLength: 12 })
const weight = (status_prefixo: string) => situacoesPorImportancia.indexOf(of(status_prefixo))

describe('the state of a contract', () => {
  test('is the most important state among its services, with the number of services in that state', () =>
    fc.assert(
      fc.property(servicos, (all) => {
        const told = situacaoDoContrato(all)
        fc.pre(all.length > 0)
        expect(all).toContain(told?.servico)
        expect(told?.situacao).toBe(situacaoDe(told?.servico ?? { status_prefixo: '' }))
        const heaviest = Math.min(...all.map(({ status_prefixo }) => weight(status_prefixo)))
        expect(told?.situacao).toBe(situacoesPorImportancia[heaviest])
        expect(told?.quantos).toBe(all.filter(({ status_prefixo }) => weight(status_prefixo) === heaviest).length)
      }),
    ))

  test('is none without services', () => expect(situacaoDoContrato([])).toBeNull())

  test('does not depend on the order of the services', () =>
    fc.assert(
      fc.property(
        servicos.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(situacaoDoContrato(shuffled)?.situacao).toBe(situacaoDoContrato(all)?.situacao)
          expect(situacaoDoContrato(shuffled)?.quantos).toBe(situacaoDoContrato(all)?.quantos)
        },
      ),
    ))

  test('never becomes less important when a service is added, nor changes when a cancelled one is', () =>
    fc.assert(
      fc.property(fc.array(servico, { minLength: 1, maxLength: 12 }), servico, (all, more) => {
        const [before, after] = [situacaoDoContrato(all), situacaoDoContrato([...all, more])]
        expect(weight(after?.servico.status_prefixo ?? '')).toBeLessThanOrEqual(
          weight(before?.servico.status_prefixo ?? ''),
        )
        const withCancelled = situacaoDoContrato([...all, { id: -1, status_prefixo: 'cancelado' }])
        expect(withCancelled?.situacao).toBe(before?.situacao)
      }),
    ))

  test('is suspension for debt as soon as one service is suspended for debt', () =>
    fc.assert(
      fc.property(servicos, (all) => {
        const told = situacaoDoContrato([...all, { id: -1, status_prefixo: 'suspenso_debito' }])
        expect(told?.situacao).toBe('suspenso_debito')
      }),
    ))
})

test('sorting services by importance loses none, and keeps the order of equally important ones', () =>
  fc.assert(
    fc.property(servicos, (all) => {
      const sorted = porImportancia(all)
      expect(new Set(sorted)).toEqual(new Set(all))
      expect(sorted).toHaveLength(all.length)
      for (const [place, one] of sorted.entries()) {
        const next = sorted[place + 1]
        if (!next) continue
        expect(weight(one.status_prefixo)).toBeLessThanOrEqual(weight(next.status_prefixo))
        if (weight(one.status_prefixo) === weight(next.status_prefixo))
          expect(all.indexOf(one)).toBeLessThan(all.indexOf(next))
      }
    }),
  ))

test('the services to choose from are sorted by state: working, awaited, suspended, cancelled', () => {
  const prefixos = [...situacoes, situacaoCancelada].map(({ status_prefixo }) => status_prefixo)
  fc.assert(
    fc.property(fc.shuffledSubarray(prefixos), (some) => {
      const services = some.map((status_prefixo, at) => ({ status_prefixo, id_cliente_servico: at }))
      const places = services.sort(byServico).map((each) => situacoesPorOferta.indexOf(situacaoDe(each)))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})
