// Serves and builds the gallery: the screens with example rows and without a server. Modules of the web application that
// call the server are replaced by stubs with the same exports; everything else is the product itself.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const gallery = import.meta.dirname;
const web = resolve(gallery, '../web');

/** By path in the web application; the stub of `server/commands.ts` is `stubs/server-commands.ts`. */
const stubs = new Map(
  [
    'server/hub/feeds.ts',
    'server/hub/subscriptions.ts',
    'server/commands.ts',
    'server/user-settings.ts',
    'server/history.ts',
    'server/margin-preview.ts',
    'server/phases.ts',
    'server/silo.ts',
    'server/static-data.ts',
    'server/logout.ts',
  ].map((path) => [resolve(web, path), resolve(gallery, 'stubs', path.replaceAll('/', '-'))]),
);

const stubFolder = resolve(gallery, 'stubs');

const useStubs: Plugin = {
  name: 'openpit-gallery-stubs',
  enforce: 'pre',
  resolveId(source, importer) {
    // A stub passes on what it does not replace.
    if (importer === undefined || !source.startsWith('.') || importer.startsWith(stubFolder)) return null;
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
