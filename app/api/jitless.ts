import { z } from 'zod'

// zod probes `new Function`, which the page's content security policy reports as a violation.
z.config({ jitless: true })
