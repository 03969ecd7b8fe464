// Builds the gallery, serves it and opens Debian's Chromium on it: for the scripts that photograph it and that use it.
import { resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build, preview } from 'vite';

const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs `use` with a browser and the origin of the gallery, and puts both away after it, whatever happens. */
export async function withGallery(use: (browser: Browser, origin: string) => Promise<void>): Promise<void> {
  const configFile = resolve(import.meta.dirname, '../vite.config.ts');
  await build({ configFile, logLevel: 'error' });
  const server = await preview({ configFile, logLevel: 'error', preview: { port: 0, strictPort: false } });
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumFlags });
  try {
    await use(browser, origin);
  } finally {
    await browser.close();
    await server.close();
  }
}
