/** A telephone exchange as its installer knows it. */
export const centrais = ['asterisk', 'freepbx', 'url'] as const
export type Central = (typeof centrais)[number]

/** One thing to do, in pt-BR; `codigo` is pasted as it stands into `arquivo`. */
export interface Passo {
  titulo: string
  texto: string
  arquivo?: string
  codigo?: string
}

export interface Receita {
  passos: Passo[]
  /** What this way cannot do. */
  naoFaz: string[]
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
 * Tried with Asterisk 16 and 22. The two time limits come first: without them `CURL` waits three minutes for a desk that does
 * not answer, and the telephone is silent for as long. The hangup handler also runs for a caller who gives up meanwhile,
 * which `Dial` never hears of.
 */
export const dialplan = `[alo]
exten => notificar,1,Set(CURLOPT(conntimeout)=1)
 same => n,Set(CURLOPT(httptimeout)=1)
 same => n,Set(CURLOPT(httpheader)=Authorization: \${ALO_TOKEN})
 same => n,Set(CURLOPT(httpheader)=Content-Type: application/json)
 same => n,Set(ALO_BODY={"ramal":"\${ARG1}","telefone":"\${FILTER(0-9,\${CALLERID(num)})}","ligacao_params":{"uniqueid":"\${UNIQUEID}","linkedid":"\${CHANNEL(linkedid)}"}})
 same => n,Set(ALO_ANSWER=\${CURL(\${ALO_URL}/notificar,\${ALO_BODY})})
 same => n,NoOp(Alô: \${ALO_ANSWER})
 same => n,Return()
; when the call is over, however it ended: whoever was answered keeps the window
exten => cancelar,1,GotoIf($["\${DIALSTATUS}" = "ANSWER"]?over)
 same => n,Set(ALO_ANSWER=\${CURL(\${ALO_URL}/cancelar,\${ALO_BODY})})
 same => n,NoOp(Alô: \${ALO_ANSWER})
 same => n(over),Return()`

export const agentes = `[suporte]
exten => _XXX,1,NoOp(Call for \${EXTEN} from \${CALLERID(num)})
 same => n,Set(CHANNEL(hangup_handler_push)=alo,cancelar,1(\${EXTEN}))
 same => n,Gosub(alo,notificar,1(\${EXTEN}))
 same => n,Dial(PJSIP/\${EXTEN},30)
 same => n,Hangup(\${IF($["\${DIALSTATUS}" = "NOANSWER"]?19:\${HANGUPCAUSE})})`

const globals = (desk: Desk) => `ALO_URL=${base(desk)}\nALO_TOKEN=${desk.token}`

const naoVeODialplan = [
  'Transferência assistida: a janela de quem recebe fica com o ramal de quem transferiu.',
  'Captura (*8): a janela fica com o ramal capturado.',
  'Num grupo que ninguém clica, a chamada que um colega atendeu fica como perdida nos outros.',
  'O que termina enquanto o Alô está parado: a janela fica incerta até a próxima chamada.',
]

const conferir = {
  titulo: 'Recarregue e confira',
  texto: 'O que o Alô respondeu, como um token errado, está no log da central, em linhas que começam com Alô.',
  codigo: 'asterisk -rx "module show like func_curl" && asterisk -rx "dialplan reload"',
}

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
})

/** Not tried: the same lines in the files that FreePBX and Issabel leave alone. */
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
  naoFaz: [
    'Esta receita ainda não foi tentada numa FreePBX de verdade: toque abaixo antes de contar com ela.',
    ...naoVeODialplan,
  ],
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
        texto: 'Com a mesma chave. Repetir qualquer um dos dois não faz mal.',
        codigo: curl(desk, 'cancelar', body),
      },
    ],
    naoFaz: [],
  }
}
