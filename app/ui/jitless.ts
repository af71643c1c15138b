import { z } from 'zod'

// zod probes `new Function` as the first schema is made, which the page's content security policy reports as a
// violation. So this is a module of its own, imported before any schema.
z.config({ jitless: true })
