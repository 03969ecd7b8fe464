// Journeys run against the built product. Each worker has one product that its journeys share, one after another, with people
// of its own for each; some journeys start one for themselves. The hub project runs the official SignalR client in the
// browser against the test hubs, from their sources.
import { join } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';

const chromium = process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium';

const engine = process.env.OPENPIT_JOURNEYS_IN;
const isInFirefox = engine === 'firefox';

/** Titles of journeys that Playwright cannot run in Firefox, each group with the feature that is missing there. */
const notInFirefox = [
  // Downloads.
  /a user exports a layout as a file/,
  // Long lists of elements and frames within scripts: “Execution context was destroyed”.
  /a dealer corrects the principal of a client/,
  // The same places of elements, which differ there by half a pixel.
  /a ticket survives a restart of the server/,
];

/** For `OPENPIT_JOURNEYS_IN=firefox`. */
const inFirefox: Project = {
  name: 'firefox',
  testDir: './journeys',
  grepInvert: notInFirefox,
  timeout: 300_000,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: join(import.meta.dirname, 'firefox', 'firefox-esr.mjs'),
      args: [],
      firefoxUserPrefs: { 'intl.accept_languages': 'en-GB', 'intl.regional_prefs.use_os_locales': true },
    },
  },
};

/** For `OPENPIT_JOURNEYS_IN=webkit`: separate journeys, which drive the window without Playwright. */
const inWebKit: Project = { name: 'webkit', testDir: './webkit' };

export default defineConfig({
  projects: isInFirefox
    ? [inFirefox]
    : engine === 'webkit'
      ? [inWebKit]
      : [
          { name: 'journeys', testDir: './journeys' },
          { name: 'hub', testDir: './hub' },
          { name: 'static-build', testDir: './gallery', testMatch: 'build.setup.ts' },
          {
            name: 'demo',
            testDir: './demo',
            dependencies: ['static-build'],
          },
          {
            name: 'gallery',
            testDir: './gallery',
            dependencies: ['static-build'],
            fullyParallel: true,
            use: {
              permissions: ['clipboard-read', 'clipboard-write'],
              timezoneId: 'Africa/Johannesburg',
              reuseContext: true,
            },
          },
        ],
  outputDir: '../test-results',
  // A journey spends a third of its time waiting for delays that users see.
  workers: engine === 'webkit' ? 1 : isInFirefox ? 2 : 3,
  // These limits only end journeys that hang: a journey waits for elements on the screen, and the machine may be slow or busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // `npm test` repeats failed journeys once at the end (scripts/steps/test-reports.mjs).
  retries: 0,
  reporter: [['list']],
  use: {
    // A press of something that has gone ends with its own message.
    actionTimeout: 60_000,
    viewport: { width: 1600, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    // Recording costs a quarter of the time of each journey. `npm run journeys -- --trace retain-on-failure` switches it on.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A service worker would fetch all files in each journey, and answer requests that a journey observes. installed-app.slowest.spec.ts allows it.
    serviceWorkers: 'block',
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
        // As in a browser with a window, and unlike headless: no sound before the user has done something.
        '--autoplay-policy=document-user-activation-required',
      ],
    },
  },
});
