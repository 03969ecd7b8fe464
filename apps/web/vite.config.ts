// How the browser's part is served and built: workspace packages from their TypeScript sources, the API and the hub
// through a proxy in development, and a build without inline scripts so that `script-src 'self'` holds, compressed in advance.
import { readdirSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { manual } from './manual.config.ts';
import { installable } from './service-worker.config.ts';

const server = 'http://127.0.0.1:4173';
/** Only the hub: the sources of the application also have a folder `market`. */
const proxy = { '/api': server, '^/market(/negotiate)?(\\?|$)': { target: server, ws: true } };

/** What wraps Material, and what only forms, ladders, silo panels and unmatched deals share: paths without their endings. */
const apart = [
  'ui/(material-theme|dialog)',
  'phone/sheet',
  'workspace/layouts/(layouts-dialog|name-dialog)',
  'forms/(ticket/(deals/)?)?[a-z-]+',
  'panels/parts/silo/[a-z-]+',
  'market/silo',
  'panels/parts/price-ladder/[a-z-]+',
  'panels/chart/rules',
  'forms/deal/deal-lines',
  'market/contract-terms',
  'ui/live-grid/grid-cells',
  'transport/silo',
  'actions/silo-actions',
].map((path) => new RegExp(`/${path}\\.(tsx?|module\\.css)$`));
const isApart = (file: string): boolean => apart.some((path) => path.test(file.replaceAll('\\', '/')));

// A path that names no file any more would let that code into the first load.
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map(
  (file) => `/${file.replaceAll('\\', '/')}`,
);
for (const path of apart)
  if (!sources.some((file) => path.test(file)))
    throw new Error(`No file of the application is ${path.source}.`);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    manual,
    installable,
    // The server sends these files unchanged; it compresses none of them itself.
    compression({
      include: /\.(js|css|html|svg|webmanifest)$/,
      algorithms: ['brotli', 'gzip'],
      threshold: 1_000,
    }),
  ],
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy,
  },
  preview: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy,
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    // The test of sizes reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The files of panels have the same names in each folder: `chart-panel`, `chart-picture`.
        chunkFileNames: ({ facadeModuleId, name }) => {
          const folder = /[\\/]panels[\\/]([a-z-]+)[\\/]/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${folder === undefined ? name : `${folder}-${name}`}-[hash].js`;
        },
        // Without these groups the build has dozens of files of a kilobyte, and each costs a request and a kilobyte of headers.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            // Only dialogs and menus need it; the first press fetches them.
            { name: 'material', test: /node_modules[\\/]@(mui|emotion)[\\/]/ },
            // Only forms, option chains and the calculator price options: none of them is shown at first.
            { name: 'pricing', test: /packages[\\/]pricing[\\/]/, minShareCount: 2 },
            {
              // What two screens, panels or dialogs share. All of it is in one file, because files that share parts of it would import
              // each other in a circle. Without the wrappers of Material, which would bring that along,
              // and without code that only the silo panels share.
              name: 'shared',
              test: (file) => !isApart(file),
              minShareCount: 2,
            },
          ],
        },
      },
      // Schemas are made at the top of the contract's modules: a page must not load code that it does not use for that.
      treeshake: { moduleSideEffects: [{ test: /packages\/(wire|pricing)\//, sideEffects: false }] },
    },
  },
});
