// The output and the rejections that the pages for operators quote are the texts of the program.
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { textsOf, unknownOutput } from './docs/quoted-output.ts';
import { root } from './steps/repository.mjs';

const isSource = (path: string) =>
  /^(?:apps\/server|packages\/(?:market|storage|venue|terms)|scripts(?:\/steps)?)\/.*\.(?:ts|mjs)$/.test(
    path,
  ) && !/\.test\.ts$|\/testing\/|^scripts\/(?!steps\/).*\.ts$/.test(path);
/** Words of the examples that stand for any value, and the marks of a list. */
const values = new Set(['ok', 'thandi', 'johan', 'lerato', 'user', 'election', 'projections']);

it('the pages for operators quote the texts of the program', () => {
  const texts = textsOf(readFiles(root, isSource).values());
  const pages = readFiles(root, (path) => /^docs\/operations\/.*\.md$/.test(path));
  expect(pages.size).toBeGreaterThan(5);
  const faults = [...pages].flatMap(([path, page]) =>
    unknownOutput(page, { texts, values }).map((fault) => `${path}:${fault}`),
  );
  expect(faults).toEqual([]);
});

describe('quoted output', () => {
  const texts = textsOf([
    ['`The journal has $', '{counted(seq, "command")}, and $', '{free} are free for others.`'].join(''),
  ]);
  const faultsOf = (line: string) =>
    unknownOutput(`\`\`\`\n$ npm run admin\n${line}\n\`\`\``, { texts, values: new Set() });

  it('may have any values', () => {
    expect(faultsOf('The journal has 7 commands, and 30.5 MB are free for others.')).toEqual([]);
  });

  it('may not have other words', () => {
    expect(faultsOf('The journal has 7 commands, and 30.5 MB are free for later use.')).toEqual([
      '3: "are free for later"',
      '3: "free for later use"',
    ]);
  });

  it('is also the first column of a table of rejections', () => {
    const page =
      '| it says | what to do |\n|---|---|\n| The journal is not free for others. | do not care at all |';
    expect(unknownOutput(page, { texts, values: new Set() })).toEqual([
      '3: "the journal is not"',
      '3: "journal is not free"',
      '3: "is not free for"',
      '3: "not free for others"',
    ]);
  });
});
