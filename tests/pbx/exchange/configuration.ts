import { join } from 'node:path'
import type { Installed } from './fetch.ts'

/** The trunk's own address. By it Asterisk tells the trunk from the telephones. */
export const trunkHost = '127.0.0.9'
/** The extensions of the demo's agents. */
const extensions = ['101', '102', '201']
export const group = '800'
export const queue = '900'

interface Exchange {
  installed: Installed
  folder: string
  port: number
  /** The recipe's text for extensions.conf. */
  pasted: string
}

/** The smallest configuration around the text that an installer pastes. It listens on loopback only. */
export function configuration({ installed, folder, port, pasted }: Exchange): Record<string, string> {
  const at = (name: string) => join(folder, name)
  return {
    'asterisk.conf': `[directories]
astetcdir => ${at('etc')}
astmoddir => ${installed.modules}
astvarlibdir => ${installed.data}
astdatadir => ${installed.data}
astdbdir => ${at('db')}
astkeydir => ${at('keys')}
astagidir => ${at('agi')}
astspooldir => ${at('spool')}
astrundir => ${at('run')}
astlogdir => ${at('log')}
[options]
verbose = 3
nocolor = yes
`,
    // Modules such as IAX2 and Unistim would listen on every address.
    'modules.conf': `[modules]
autoload = yes
${['chan_iax2', 'chan_unistim', 'chan_sip', 'chan_skinny', 'chan_mgcp', 'pbx_dundi', 'res_phoneprov'].map((name) => `noload = ${name}.so`).join('\n')}
`,
    'logger.conf': '[logfiles]\nmessages => notice,warning,error,verbose(3)\n',
    'rtp.conf': '[general]\nrtpstart = 30000\nrtpend = 30999\n',
    'http.conf': '[general]\nenabled = no\n',
    'manager.conf': '[general]\nenabled = no\n',
    'features.conf': '[general]\npickupexten = *8\n',
    'queues.conf': `[fila]
strategy = ringall
timeout = 3
retry = 1
member => Local/101@suporte/n,0,Ana,PJSIP/101
`,
    'pjsip.conf': [transport(port), trunk, ...extensions.map(agent)].join('\n'),
    'extensions.conf': `${pasted}

[entrada]
exten => _XXX,1,Goto(suporte,\${EXTEN},1)
exten => ${group},1,Dial(Local/101@suporte/n&Local/102@suporte/n,30)
exten => ${queue},1,Answer()
 same => n,Queue(fila)

[interno]
include => suporte
`,
  }
}

const transport = (port: number) => `[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${port}
`

const trunk = `[tronco]
type = endpoint
context = entrada
disallow = all
allow = alaw
direct_media = no
[tronco]
type = identify
endpoint = tronco
match = ${trunkHost}
`

const agent = (number: string) => `[${number}]
type = endpoint
context = interno
disallow = all
allow = alaw
aors = ${number}
direct_media = no
call_group = 1
pickup_group = 1
[${number}]
type = aor
max_contacts = 2
`
