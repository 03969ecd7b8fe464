// Adds the additional files of an installed application to the build: the service worker, which must know the names of all
// built files, and the screenshots of the manifest.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { CachedFiles } from './pwa/cached-files.ts';

const web = import.meta.dirname;
const manifest = join(web, 'public', 'manifest.webmanifest');
const pictures = join(web, '..', '..', 'docs', 'images');

export const installable: Plugin = {
  name: 'openpit-installable',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const hashed = Object.keys(bundle)
      // Fonts of other scripts are loaded when a page shows such a letter, and are kept then.
      .filter(
        (name) => /^assets\/.*\.(js|css|woff2)$/.test(name) && !/-(cyrillic|greek|vietnamese)/.test(name),
      )
      .map((name) => `/${name}`)
      .sort();
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('The build has no index.html yet.');
    const version = createHash('sha256')
      .update(hashed.join('\n'))
      .update(page.source)
      .update(readFileSync(manifest))
      .digest('hex')
      .slice(0, 12);
    const source = await serviceWorker({ version, hashed });
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    for (const name of ['trading.png', 'phone.png'])
      this.emitFile({
        type: 'asset',
        fileName: `screenshots/${name}`,
        source: readFileSync(join(pictures, name)),
      });
  },
};

/** One script without imports, as all browsers take it. */
async function serviceWorker(files: CachedFiles): Promise<string> {
  const result = await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { builtFiles: JSON.stringify(files) },
    build: {
      write: false,
      lib: { entry: join(web, 'pwa', 'service-worker.ts'), formats: ['iife'], name: 'openpit' },
    },
  });
  const outputs = [result].flat().flatMap((build) => ('output' in build ? build.output : []));
  const [script] = outputs;
  if (outputs.length !== 1 || script?.type !== 'chunk')
    throw new Error('The service worker is not one script.');
  return script.code;
}
