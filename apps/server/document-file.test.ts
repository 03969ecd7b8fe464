// Files that people edit, saved by editors that put a byte order mark in front or use UTF-16.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFileText } from './operator/cli.ts';
import { readMarketFile, readSchedule } from './read-files.ts';
import { readScenarioFile } from './scenario-run.ts';
import { demoMarketFile } from './server-folder.ts';
import { readTlsFiles } from './tls-files.ts';

const tls = join(import.meta.dirname, 'testing', 'tls');
const keyFile = join(tls, 'key.pem');

/** The document, its file, and the beginning of the sentence about an unreadable file. */
const readers: readonly (readonly [
  what: string,
  file: string,
  (file: string) => Promise<unknown>,
  RegExp,
])[] = [
  [
    'a schedule',
    join(import.meta.dirname, 'reference-data', 'schedule-demo.json'),
    readSchedule,
    /^The schedule/,
  ],
  ['reference data', demoMarketFile, readMarketFile, /^The reference data/],
  [
    'reference data to apply',
    demoMarketFile,
    async (file) => {
      const request = await withFileText({ action: 'reference-diff', file, text: '' });
      return 'text' in request ? request.text : expect.fail();
    },
    /^The reference data/,
  ],
  [
    'a scenario',
    join(import.meta.dirname, '../../scenarios/access/own-only.scenario'),
    async (file) => (await readScenarioFile(file)).text,
    /^--scenario/,
  ],
  [
    'a certificate',
    join(tls, 'certificate.pem'),
    (certFile) => readTlsFiles({ certFile, keyFile }),
    /^--tls-cert/,
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-edited-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(readers)('%s', (_, file, read, sentence) => {
  it('is read without the byte order mark in front of it', async () => {
    const marked = join(folder, 'marked');
    await writeFile(marked, `\ufeff${await readFile(file, 'utf8')}`);
    expect(await read(marked)).toEqual(await read(file));
  });

  it('is rejected with advice when it is in UTF-16', async () => {
    const wide = join(folder, 'wide');
    await writeFile(wide, `\ufeff${await readFile(file, 'utf8')}`, 'utf16le');
    const rejected = read(wide);
    await expect(rejected).rejects.toThrow(sentence);
    await expect(rejected).rejects.toThrow(`${wide} cannot be read (it is not in UTF-8: save it as UTF-8).`);
  });
});
