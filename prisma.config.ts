import { defineConfig } from 'prisma/config'

// Nothing here needs Prisma's schema engine binary: migrations run through its WebAssembly build
// (server/database/migrations). Naming any executable keeps the CLI from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
