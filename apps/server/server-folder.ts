// Where the server's files lie: next to the sources in development, one folder up once compiled into dist/.
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const serverFolder = basename(here) === 'dist' ? dirname(here) : here;

export const demoMarketFile = join(serverFolder, 'reference-data', 'demo-market.json');
export const webFolder = join(serverFolder, '..', 'web', 'dist');
