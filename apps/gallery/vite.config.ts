// Serves and builds the gallery: the screens with example rows and without a server. Modules of the web application that
// call the server are replaced by stubs with the same exports; everything else is the product itself.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const gallery = import.meta.dirname;
const web = resolve(gallery, '../web');

/** By path in the web application; the stub of `http/commands.ts` is `stubs/http-commands.ts`. */
const stubs = new Map(
  [
    'live/feeds.ts',
    'live/subscriptions.ts',
    'http/commands.ts',
    'http/user-settings.ts',
    'http/history.ts',
    'http/margin-preview.ts',
    'http/phases.ts',
    'http/reports.ts',
    'http/silo.ts',
    'http/static-data.ts',
    'session/logout.ts',
  ].map((path) => [resolve(web, path), resolve(gallery, 'stubs', path.replace('/', '-'))]),
);

const useStubs: Plugin = {
  name: 'openpit-gallery-stubs',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null;
    return stubs.get(resolve(importer, '..', source)) ?? null;
  },
};

export default defineConfig({
  root: gallery,
  publicDir: resolve(web, 'public'),
  plugins: [useStubs, react()],
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  server: { host: '127.0.0.1', port: 5174, strictPort: true },
  build: { outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
});
