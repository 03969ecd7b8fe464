// docs/errors.md is the page that `npm run docs` writes: every code with its status, its sentences and when
// it occurs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '@openpit/market';
import { isRejectionCode, rejectionCatalogue, rejectionCodesByModule, rejectionStatus } from '@openpit/venue';
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { isTest } from './architecture/workspaces.ts';
import { errorsPage, repliesIn, repliesOf, replyNotes } from './docs/errors-page.ts';
import { root } from './steps/repository.mjs';

const page = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');
const isOfServer = (path: string) => /^(apps\/server|packages\/market)\/.+\.ts$/.test(path);
const server = readFiles(root, (path) => isOfServer(path) && !isTest(path));
const replies = repliesIn(server);
const codes = Object.keys(rejectionCatalogue);

describe('docs/errors.md', () => {
  it('is what `npm run docs` writes', () => {
    expect(page).toEqual(errorsPage(page, server));
  });

  it('has a row for every code, once', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    expect(Object.keys(replyNotes).length).toBeGreaterThan(12);
    expect([...rows].sort()).toEqual([...codes, ...Object.keys(replyNotes)].sort());
  });

  it('has a table with a readable heading for every module that rejects', () => {
    const tables = [...page.matchAll(/^### ([A-Z].+)\n\n(?:.+\n\n)?<!-- table: (\w+) -->$/gm)];
    const names = tables.map(([, , name]) => name);
    expect(names.sort()).toEqual([...rejectionCodesByModule.keys()].sort());
  });

  it('gets a table for a module that has none', () => {
    const without = page.replace(/### Halts and changes of phase\n[\s\S]*?<!-- end -->\n\n/, '');
    expect(without).not.toContain('<!-- table: exchangeDay -->');
    expect(errorsPage(without, server)).toMatch(
      /^### ExchangeDay\n\n<!-- table: exchangeDay -->\n+\| code .+\n[\s\S]*`instrumentNotHalted`/m,
    );
  });

  it('has the title of a reply to bad input', () => {
    expect(page).toContain(badInput({}).title);
  });

  it('lists no reply of the server that no test of the server provokes', () => {
    const tests = [...readFiles(root, (path) => isOfServer(path) && isTest(path)).values()].join('\n');
    const untested = new Set(replies.map(({ code }) => code).filter((code) => !tests.includes(`'${code}'`)));
    expect([...untested]).toEqual([]);
  });
});

describe('a reply of the server', () => {
  it('has the sentence of the market with a code of the market', () => {
    const shared = replies.filter(({ code }) => code === 'notPermitted');
    expect(shared.map(({ status }) => status)).toEqual([String(rejectionStatus({ code: 'notPermitted' }))]);
    // The server writes no sentence of its own for such a code.
    expect(replies.filter(({ code, sentence }) => isRejectionCode(code) && sentence !== null)).toEqual([]);
    expect(server.get('packages/market/calls/market-calls.ts')).toContain(
      'rejectionCatalogue.notPermitted.sentence(',
    );
  });

  it('has its sentences in its sources when the notes write them', () => {
    const written = Object.values(replyNotes).flatMap(({ says = '*' }) =>
      says.startsWith('*') ? [] : [says],
    );
    expect(written).toHaveLength(3);
    const sources = [...server.values()].join('\n');
    // A source may join the sentences of one reply.
    const sentences = written.flatMap((says) => says.split(/(?<=\.) /));
    expect(sentences.filter((sentence) => !sources.includes(sentence))).toEqual([]);
  });

  it('is found in a source however it is written', () => {
    const gap = (expression: string) => `\${${expression}}`;
    const source = [
      "const many = 'tooMany';",
      `throw new CallRejected(429, many, \`Wait ${gap('left.seconds')} s \` + \`or ${gap('of(x)')}.\`);`,
      "throw notFound('Not here.');",
      "throw new GatewayUnavailable('venueBusy', sentence, 5);",
      "function reply() { if (status === 413) return { status, code: 'tooLarge', message: 'Less.' }; }",
      "const x = { status, code: 'rejected', message: error.message };",
      'throw new CallRejected(rejectionStatus(rejection), rejection.code, sentence);',
    ].join('\n');
    expect(repliesOf('a.ts', source)).toEqual([
      { code: 'tooMany', status: '429', sentence: 'Wait {seconds} s or {…}.' },
      { code: 'notFound', status: '404', sentence: 'Not here.' },
      { code: 'venueBusy', status: '503', sentence: null },
      { code: 'tooLarge', status: '413', sentence: 'Less.' },
      { code: 'rejected', status: '4xx', sentence: null },
    ]);
  });
});

describe('the generator', () => {
  const around = (table: string) =>
    `# Errors\n\nText.\n\n<!-- table: ${table} -->\nold\n<!-- end -->\n\nMore.\n`;

  it('writes the tables again and leaves the text around them alone', () => {
    const written = errorsPage(around('exchangeDay'), server);
    expect(written).toMatch(/^# Errors\n\nText\.\n[\s\S]+\nMore\.\n$/);
    expect(written).toContain('| `instrumentNotHalted` | 422 | WMAZ is not halted. | resume |');
    expect(written).not.toContain('old');
    expect(errorsPage(written, server)).toBe(written);
  });

  it.each<[string, readonly [path: string, text: string] | null, RegExp]>([
    ['the page asks for a table that does not exist', null, /"gone", but no module/],
    [
      'the server replies with a code that nobody has described',
      ['apps/server/a.ts', "throw new CallRejected(418, 'teapot', 'Short and stout.');"],
      /teapot/,
    ],
  ])('fails when %s', (_fault, added, message) => {
    const sources = new Map([...server, ...(added === null ? [] : [added])]);
    expect(() => errorsPage(around(added === null ? 'gone' : 'replies'), sources)).toThrow(message);
  });

  it('fails when the server no longer has a described code', () => {
    expect(() => errorsPage(around('replies'), new Map())).toThrow(/notSignedIn/);
  });
});
