// The folder of the server's files: next to the sources in development, above dist/ when compiled into it and bundled there.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const serverFolder = here.replace(/[\\/]dist(?:[\\/]bundle[\w-]*)?$/, '');

export const demoMarketFile = join(serverFolder, 'reference-data', 'demo-market.json');
/** The schedules that come with the server, by name. */
export const scheduleFiles = {
  demo: join(serverFolder, 'reference-data', 'schedule-demo.json'),
  sast: join(serverFolder, 'reference-data', 'schedule-sast.json'),
} as const;
export const builtWebFolder = join(serverFolder, '..', 'web', 'dist');

const { version } = JSON.parse(readFileSync(join(serverFolder, '..', '..', 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** The version of this copy of Openpit, such as `0.2.0`: the one in the root package.json. */
export const serverVersion = version;
