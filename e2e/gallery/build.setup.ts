// Builds the sites that need no server, once before their tests.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test as setup } from '@playwright/test';

for (const name of ['gallery', 'demo'])
  setup(`the ${name} is built`, async () => {
    const site = resolve(import.meta.dirname, '../../apps', name);
    const vite = createRequire(join(site, 'package.json')).resolve('vite/package.json');
    const program = join(vite, '../bin/vite.js');
    await promisify(execFile)(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: site });
  });
