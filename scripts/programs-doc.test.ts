// docs/programs.md says what the wire's tables and the server's settings say, and its bot trades.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { paths, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { until } from '../apps/server/testing/screen.ts';
import { serverOnAPort } from '../apps/server/testing/server-on-a-port.ts';
import { programCodes, programsPage, tableNames } from './docs/programs-tables.ts';
import { root } from './repository.mjs';

const page = readFileSync(join(root, 'docs', 'programs.md'), 'utf8');
const bot = /<!-- bot -->\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

describe('docs/programs.md', () => {
  it('is what `npm run docs` writes, with every table', () => {
    expect(page).toBe(programsPage(page));
    expect([...page.matchAll(/<!-- table: (\w+) -->/g)].map(([, name]) => name).sort()).toEqual(
      [...tableNames].sort(),
    );
  });

  it('names codes that errors.md has with the same status, and calls that exist', () => {
    const errors = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');
    for (const { code, status } of programCodes) expect(errors).toContain(`| \`${code}\` | ${status} |`);
    const known = new Set<string>([
      ...Object.values(paths),
      ...Object.values(userCommands).map(({ path }) => path),
    ]);
    const named = [...page.matchAll(/\/api\/\w+\/\w+/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !known.has(path) && !path.startsWith('/api/docs/'))).toEqual([]);
  });

  it('has a bot in forty lines that quotes, deals, quotes again, and ends with its session', async () => {
    expect(bot.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    const server = await serverOnAPort();
    const printed: string[] = [];
    const account = ['pieter@veld.example', demoPassword, 'DEC26 WMAZ'];
    const program = spawn(process.execPath, ['--input-type=module', '--eval', bot, server.url, ...account], {
      cwd: root,
    });
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (text: Buffer) => printed.push(text.toString()));
    const quoted = () => printed.join('').split('quoted').length - 1;
    const orders = () => server.view.rowsFor('activeOrders', { userId: '', member: 'VELD' }).rows;
    try {
      await until(() => orders().length === 2 && quoted() === 1);
      const token = await server.signIn('thandi');
      for (const { price, side, activeOrderSeq } of orders()) {
        const terms = { contract: 'DEC26 WMAZ', type: 0, qty: 1, price, capacity: 'P', principal: 'KAND' };
        const body = { requestId: `against-${activeOrderSeq}`, side: side === 'B' ? 'S' : 'B', ...terms };
        expect(await server.call('/api/Orders/InsertOrder', { body, token })).toMatchObject({
          body: { state: 'Filled' },
        });
      }
      await until(() => orders().length === 2 && quoted() === 2);
      await until(() => printed.join('').split('Open: ').length - 1 === 2);
      const exited = once(program, 'exit');
      await server.operate({ action: 'user-end-sessions', user: 'pieter' });
      expect(await exited).toEqual([1, null]);
    } catch (error) {
      throw new Error(`The bot printed:\n${printed.join('')}`, { cause: error });
    } finally {
      program.kill();
      await server.close();
    }
  });
});
