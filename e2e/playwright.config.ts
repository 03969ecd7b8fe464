// Journeys run against the built product, one after another: each starts a server of its own on a free port and a new
// data folder, so that none sees what another left behind. The hub project runs the official SignalR client in the
// browser against the test hubs, from their sources.
import { defineConfig } from '@playwright/test';

const chromium = process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium';

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: './journeys' },
    { name: 'hub', testDir: './hub' },
    { name: 'gallery-build', testDir: './gallery', testMatch: 'build.setup.ts' },
    {
      name: 'gallery',
      testDir: './gallery',
      dependencies: ['gallery-build'],
      fullyParallel: true,
      use: {
        permissions: ['clipboard-read', 'clipboard-write'],
        timezoneId: 'Africa/Johannesburg',
        trace: 'off',
        reuseContext: true,
      },
    },
  ],
  outputDir: '../test-results',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1600, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // As on a user's desk, and not as headless: no sound before he has done something.
        '--autoplay-policy=document-user-activation-required',
      ],
    },
  },
});
