// Serves and builds the gallery: the screens of the web application in every state, with the market of the demonstration in the page.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const gallery = import.meta.dirname;

/** Writes the file that main.tsx opens the market from. */
const simulateMarket: Plugin = {
  name: 'openpit-gallery-market',
  async buildStart() {
    const program = [
      '--import',
      'tsx',
      '--conditions=openpit-source',
      resolve(gallery, 'simulate-market.ts'),
    ];
    const file = resolve(gallery, '../../.build/gallery-market.txt');
    await promisify(execFile)(process.execPath, [...program, file], { cwd: gallery });
  },
};

export default defineConfig({
  root: gallery,
  publicDir: resolve(gallery, '../web/public'),
  plugins: [simulateMarket, react()],
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5174, strictPort: true },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2_000 },
});
