import { defineConfig } from '@playwright/test'
import own from './playwright.config.ts'

// npm run screenshots: not a test, but what people look at. Nothing here runs with npm test.
export default defineConfig({
  ...own,
  // The bell asks for a click where the browser holds the sound back, and it does so as it likes.
  use: {
    ...own.use,
    launchOptions: {
      ...own.use?.launchOptions,
      args: [...(own.use?.launchOptions?.args ?? []), '--autoplay-policy=no-user-gesture-required'],
    },
  },
  testDir: './screenshots',
  testMatch: '*.shots.ts',
  retries: 0,
  failOnFlakyTests: false,
  reporter: 'list',
})
