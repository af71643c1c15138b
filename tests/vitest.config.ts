import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/unit/**/*.test.ts', 'tests/contract/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
