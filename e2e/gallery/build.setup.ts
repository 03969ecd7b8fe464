// Builds the gallery once before its tests.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test as setup } from '@playwright/test';

const gallery = resolve(import.meta.dirname, '../../apps/gallery');

setup('the gallery is built', async () => {
  const vite = createRequire(join(gallery, 'package.json')).resolve('vite/package.json');
  const program = join(vite, '../bin/vite.js');
  await promisify(execFile)(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: gallery });
});
