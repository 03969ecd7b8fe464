// Serves the gallery: the screens from example rows, with no server. What would open a connection is swapped for a
// stand-in of the same shape, so that everything else in the gallery is the product itself.
//   npx vite --config apps/web/gallery/vite.config.ts
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const web = resolve(import.meta.dirname, '..');
const standIns = new Map(
  [
    'live/feeds.ts',
    'live/subscriptions.ts',
    'http/commands.ts',
    'http/user-settings.ts',
    'http/history.ts',
    'http/phases.ts',
    'http/static-data.ts',
    'session/logout.ts',
  ].map((path) => [resolve(web, path), resolve(web, 'gallery/stand-ins', path.replace('/', '-'))]),
);

const useStandIns: Plugin = {
  name: 'openpit-gallery-stand-ins',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null;
    return standIns.get(resolve(importer, '..', source)) ?? null;
  },
};

export default defineConfig({
  root: web,
  cacheDir: resolve(web, '.build/vite-gallery'),
  plugins: [useStandIns, react()],
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  server: { host: '127.0.0.1', port: 5174, strictPort: true },
  build: {
    outDir: '.build/gallery',
    emptyOutDir: true,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: resolve(web, 'gallery.html') },
  },
});
