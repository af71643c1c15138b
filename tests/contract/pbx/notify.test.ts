import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.clear())
afterAll(() => desk.stop())

describe('a notification', () => {
  test('opens the window on the called user’s screens and nobody else’s', async () => {
    const [ana, anaToo, bruno] = [await desk.screen('ana'), await desk.screen('ana'), await desk.screen('bruno')]
    const answer = await desk.notify({ ramal: 101, telefone: 37999912222 })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('{"status":"success","msg":"Ligação notificada com sucesso"}')
    expect(answer.headers['x-telas']).toBe('2')
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(await anaToo.events()).toEqual(['ligacao:aberta'])
    expect(await bruno.events()).toEqual([])
    // Bruno was there to hear: his own call reaches him.
    await desk.notify({ ramal: 102 })
    expect(await bruno.events()).toEqual(['ligacao:aberta'])
    const [{ ligacao }] = ana.heard as [(typeof ana.heard)[0]]
    expect(ligacao).toMatchObject({
      id: answer.headers['x-ligacao-id'],
      versao: 1,
      estado: 'aberta',
      ramal: '101',
      identificador_interno: 'ana01',
      telefone: '37999912222',
      telefone_formatado: '(37) 99991-2222',
      ligacao_params: null,
      cliente: { nome_razaosocial: 'Maria da Conceição Ávila' },
      candidatos: [],
      atendimento: null,
      encerrada_em: null,
    })
    expect((await ana.sync()).ligacoes).toEqual([ligacao])
  })
})
