import * as z from 'zod'

// zod tries `new Function` with the first schema, which the content security policy reports. So this is a module of its
// own, imported before any schema.
z.config({ jitless: true })
