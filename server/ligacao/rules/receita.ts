/** The kinds of exchanges there are instructions for, as an installer knows them. */
export const centrais = ['asterisk', 'freepbx', 'url'] as const
export type Central = (typeof centrais)[number]

/** One thing to do, in pt-BR; `codigo` is pasted as it stands into `arquivo`. */
interface Passo {
  titulo: string
  texto: string
  arquivo?: string
  codigo?: string
}

interface Receita {
  passos: Passo[]
  /** What this way cannot do. */
  naoFaz: string[]
  /** What was tried with a real exchange, and with which; null if nothing was. */
  provada: string | null
}

interface Desk {
  /** Address of the desk as the exchange reaches it. */
  url: string
  token: string
}

const base = ({ url }: Desk) => `${url.replace(/\/+$/, '')}/api/v1/integracao/pbx/ligacao`

const curl = (desk: Desk, operation: string, body: string) =>
  `curl -m 1 -X POST ${base(desk)}/${operation} -H 'Authorization: ${desk.token}' -H 'Content-Type: application/json' -d '${body}'`

/** What to do at an exchange so that a call opens a window, with this desk's address and a token of scope `pbx`. */
export const receitaDe = (central: Central, desk: Desk): Receita =>
  ({ asterisk: porAsterisk, freepbx: porFreepbx, url: porUrl })[central](desk)

/**
 * Everything happens on the leg of the telephone itself: the desk is told before it rings (`b`), when it is answered
 * (`U`), and at its end by a hangup handler, which also runs where `Dial` never hears that the caller gave up. So a leg
 * that is put through or forwarded has a beginning and an end of its own. When another telephone picks a leg up, the
 * leg's hangup handler runs at once, and the channel of the one who picked up gets the leg's variables and the caller,
 * and goes on to `U` under another name (`captura`). The options of `CURL` stay behind there, and headers pile up,
 * hence `pronto`. The time limits come first, or `CURL` waits three minutes for a desk that does not answer. `LEN` and
 * `SET` keep the token out of a verbose log.
 */
export const dialplan = `[alo]
; o telefone vai tocar
exten => toca,1,Set(ALO_RAMAL=\${ARG1})
 same => n,Set(ALO_TELEFONE=\${FILTER(0-9,\${CONNECTEDLINE(num)})})
 same => n,Set(ALO_CANAL=\${CHANNEL(name)})
 same => n,Set(ALO_PERNA=\${UNIQUEID})
 same => n,Set(ALO_LIGACAO=\${CHANNEL(linkedid)})
 same => n,Set(CHANNEL(hangup_handler_push)=alo,fim,1)
 same => n,Gosub(avisa,1(notificar))
 same => n,Return()
; atendeu
exten => s,1,GotoIf($["\${CHANNEL(name)}" != "\${ALO_CANAL}"]?captura,1)
 same => n(atendida),Set(ALO_ATENDIDA=1)
 same => n,Set(ALO_MAIS=,"evento":"atendida")
 same => n,Gosub(avisa,1(notificar))
 same => n,Return()
; outro telefone capturou (*8): a perna é agora dele, e o fim da outra já foi dito
exten => captura,1,Set(ALO_RAMAL=\${CHANNEL(endpoint)})
 same => n,Set(ALO_PERNA=\${UNIQUEID})
 same => n,Set(CHANNEL(hangup_handler_push)=alo,fim,1)
 same => n,Gosub(avisa,1(notificar))
 same => n,Goto(s,atendida)
; acabou: de quem não foi atendido, a chamada se perdeu
exten => fim,1,Set(ALO_MAIS=,"causa":"\${HANGUPCAUSE}")
 same => n,GotoIf($[\${LEN(\${ALO_ATENDIDA})} > 0]?falou)
 same => n,Gosub(avisa,1(cancelar))
 same => n,Return()
 same => n(falou),Set(ALO_MAIS=\${ALO_MAIS},"evento":"encerrada")
 same => n,Gosub(avisa,1(notificar))
 same => n,Return()
; ARG1: notificar ou cancelar
exten => avisa,1,GotoIf($[\${LEN(\${CURLOPT(httpheader)})} > 0]?pronto)
 same => n,Set(CURLOPT(conntimeout)=1)
 same => n,Set(CURLOPT(httptimeout)=1)
 same => n,Set(CURLOPT(httpheader)=Content-Type: application/json)
 same => n,NoOp(\${LEN(\${SET(CURLOPT(httpheader)=Authorization: \${ALO_TOKEN})})})
 same => n(pronto),Set(ALO_CORPO={"ramal":"\${ALO_RAMAL}","telefone":"\${ALO_TELEFONE}","ligacao_params":{"uniqueid":"\${ALO_PERNA}","linkedid":"\${ALO_LIGACAO}"\${ALO_MAIS}}})
 same => n,Set(ALO_RESPOSTA=\${CURL(\${ALO_URL}/\${ARG1},\${ALO_CORPO})})
 same => n,GotoIf(\${REGEX("success" x\${ALO_RESPOSTA})}?feito)
 same => n,Log(WARNING,Alô não aceitou \${ARG1} do ramal \${ALO_RAMAL}: \${ALO_RESPOSTA})
 same => n(feito),Return()`

export const agentes = `[suporte]
exten => _XXX,1,NoOp(\${CALLERID(num)} chama \${EXTEN})
 same => n,Dial(PJSIP/\${EXTEN},30,b(alo^toca^1(\${EXTEN}))U(alo))
 same => n,Hangup(\${IF($["\${DIALSTATUS}" = "NOANSWER"]?19:\${HANGUPCAUSE})})`

const globals = (desk: Desk) => `ALO_URL=${base(desk)}\nALO_TOKEN=${desk.token}`

const naoVeODialplan = [
  'Transferência assistida: a janela de quem recebe fica com o ramal de quem transferiu, sem o cliente.',
  'Captura (*8): o ramal capturado fica com uma chamada perdida, já resolvida se o número não é oculto.',
  'O que começa a tocar enquanto o Alô está parado: o telefone toca, sem janela.',
  'O que termina enquanto o Alô está parado: a janela fica incerta, e depois de dez minutos perdida.',
]

const conferir = {
  titulo: 'Recarregue e confira',
  texto:
    'O que o Alô não aceitou, por exemplo por um token errado, está no log da central em avisos (WARNING) que começam com Alô.',
  codigo: 'asterisk -rx "module show like func_curl" && asterisk -rx "dialplan reload"',
}

/** Tested by `npm run test:pbx`, docs/asterisk.md. */
const provadaNoAsterisk =
  'Asterisk 22.10.1 e 16.28.0, em PJSIP: desistência, sem resposta, ocupado, telefone desligado, conversa, número oculto, grupo, fila, transferência cega, desvio do telefone, captura, e o Alô lento ou parado.'

const porAsterisk = (desk: Desk): Receita => ({
  passos: [
    {
      titulo: 'As variáveis',
      texto: 'Na seção [globals].',
      arquivo: 'extensions.conf',
      codigo: `[globals]\n${globals(desk)}`,
    },
    { titulo: 'O aviso', texto: 'Como está, no fim do arquivo.', arquivo: 'extensions.conf', codigo: dialplan },
    {
      titulo: 'Os ramais dos agentes',
      texto:
        'Para ramais de três dígitos em PJSIP. Grupo: Dial(Local/101@suporte/n&Local/102@suporte/n,30). Fila: member => Local/101@suporte/n,0,Ana,PJSIP/101.',
      arquivo: 'extensions.conf',
      codigo: agentes,
    },
    conferir,
  ],
  naoFaz: naoVeODialplan,
  provada: provadaNoAsterisk,
})

/** The same lines in the files that FreePBX and Issabel leave alone. */
const porFreepbx = (desk: Desk): Receita => ({
  passos: [
    {
      titulo: 'As variáveis',
      texto: 'FreePBX e Issabel não mexem neste arquivo.',
      arquivo: 'globals_custom.conf',
      codigo: globals(desk),
    },
    {
      titulo: 'O aviso e os ramais',
      texto: 'Como está.',
      arquivo: 'extensions_custom.conf',
      codigo: `${agentes}\n\n${dialplan}`,
    },
    {
      titulo: 'Leve as chamadas até ali',
      texto:
        'Crie um Custom Destination suporte,101,1 para cada ramal e aponte para ele a rota de entrada ou a URA; numa fila, o agente é Local/101@suporte/n.',
    },
    conferir,
  ],
  naoFaz: naoVeODialplan,
  provada: null,
})

function porUrl(desk: Desk): Receita {
  const body = '{"ramal":"101","telefone":"37999912222","ligacao_params":{"uniqueid":"1700000000.42"}}'
  return {
    passos: [
      {
        titulo: 'Quando o telefone do ramal começa a tocar',
        texto: 'uniqueid é a chave da chamada naquele ramal: outra para cada toque.',
        codigo: curl(desk, 'notificar', body),
      },
      {
        titulo: 'Quando a chamada termina sem que ninguém atenda',
        texto: 'Com a mesma chave. Repetir qualquer um deles não faz mal.',
        codigo: curl(desk, 'cancelar', body),
      },
      {
        titulo: 'Se a central sabe: quando atendem, e quando a conversa acaba',
        texto: 'evento é atendida, e no fim encerrada. Sem isso a janela fica até o atendente a fechar.',
        codigo: curl(desk, 'notificar', body.replace('}}', ',"evento":"atendida"}}')),
      },
    ],
    naoFaz: [],
    provada: null,
  }
}
