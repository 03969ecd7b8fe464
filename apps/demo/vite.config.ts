// Builds the demonstration without a server: a static site that works in any folder of any server of files.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { manual } from '../web/manual.config.ts';

const demo = import.meta.dirname;
const dataText = (name: string) => readFileSync(resolve(demo, '../server/reference-data', name), 'utf8');

/** Makes the browser enforce the strip's promise: the page loads its files and sends no data. */
const sendsNothing: Plugin = {
  name: 'openpit-demo-sends-nothing',
  apply: 'build',
  transformIndexHtml: () => {
    const content = [
      "default-src 'self'",
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "img-src 'self' data: blob:",
      // Material writes its styles into the page.
      "style-src 'self' 'unsafe-inline'",
    ].join('; ');
    const attrs = { 'http-equiv': 'Content-Security-Policy', content };
    return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
  },
};

export default defineConfig({
  root: demo,
  base: './',
  publicDir: resolve(demo, '../web/public'),
  plugins: [react(), manual, sendsNothing],
  define: {
    demonstrationFiles: JSON.stringify({
      referenceData: dataText('demo-market.json'),
      schedule: dataText('schedule-demo.json'),
    }),
  },
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5175, strictPort: true },
  build: {
    outDir: resolve(demo, '../../dist-demo'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
  },
});
