import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { operatorCommand, quotedPath } from './operator-command.ts';

describe('A command that a message names', () => {
  it('has the folder of the market', () => {
    expect(operatorCommand('history rebuild', '/srv/openpit/data')).toMatch(
      /^(?:npm run admin --|node scripts\/run-built\.mjs admin) history rebuild --data \/srv\/openpit\/data$/,
    );
  });

  it
    .runIf(process.platform !== 'win32')
    .each([
      '/srv/openpit/data',
      '/srv/Ann Smith/open pit',
      "/srv/it's",
      '/srv/$HOME/`id`/"a"',
      '/srv/~a;b&c|d*(e)',
      '/srv/Größe\nzwei',
    ])('has a path that the shell passes on as one word: %s', (path) => {
    const printed = execFileSync('/bin/sh', ['-c', `printf '[%s]' ${quotedPath(path)}`], {
      encoding: 'utf8',
    });
    expect(printed).toBe(`[${path}]`);
  });
});
