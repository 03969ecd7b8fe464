// Where the server's files are: next to the sources in development, one folder up when compiled into dist/.
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const serverFolder = basename(here) === 'dist' ? dirname(here) : here;

export const demoMarketFile = join(serverFolder, 'reference-data', 'demo-market.json');
/** The schedules that come with the server, by name. */
export const scheduleFiles = {
  demo: join(serverFolder, 'reference-data', 'schedule-demo.json'),
  sast: join(serverFolder, 'reference-data', 'schedule-sast.json'),
} as const;
export const builtWebFolder = join(serverFolder, '..', 'web', 'dist');
