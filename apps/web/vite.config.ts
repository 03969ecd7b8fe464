// How the browser's part is served and built: workspace packages from their TypeScript sources, the API and the hub
// through a proxy in development, and a build without inline scripts so that `script-src 'self'` holds.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const server = 'http://127.0.0.1:4173';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['openpit-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/market': { target: server, ws: true } },
  },
  preview: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/market': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    // The test of sizes reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas are made at the top of the contract's modules: what a page does not use must not come along for that.
      treeshake: { moduleSideEffects: [{ test: /packages\/(wire|pricing)\//, sideEffects: false }] },
    },
  },
});
