import { defineConfig } from '@playwright/test'
import own from './playwright.config.ts'

// npm run screenshots: takes pictures for people to look at. These are not tests and do not run with npm test.
export default defineConfig({
  ...own,
  // Allow sound without a click: the browser blocks it only sometimes, and the bell would then ask for a click in a
  // picture.
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
