// docs/programs.md agrees with the wire's tables and the server's settings, and its bot trades.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { type InsertOrder, lots } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { dataSetPartSize, paths, userCommands, userReads } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { until } from '../apps/server/testing/screen.ts';
import { serverOnAPort } from '../apps/server/testing/server-on-a-port.ts';
import { programCodes, programsPage, tableNames } from './docs/programs-tables.ts';
import { root } from './steps/repository.mjs';

const page = readFileSync(join(root, 'docs', 'programs.md'), 'utf8');
const bot = /<!-- bot -->\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const quotePath = '/api/Orders/InsertDoubleOrder';

/** A line to the server that holds the reply to the first call of a path until it is released. */
async function holdingLine(url: string, path: string) {
  const sockets: Socket[] = [];
  const held: (() => void)[] = [];
  const requests: string[] = [];
  let isReleased = false;
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    far.pipe(near);
    near.on('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      if (!isReleased && chunk.includes(path)) {
        far.unpipe(near);
        held.push(() => far.pipe(near));
      }
      far.write(chunk);
    });
    near.on('end', () => far.end());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Whether a request with this text has been sent. */
    has: (text: string) => requests.some((request) => request.includes(text)),
    release: () => {
      isReleased = true;
      for (const release of held) release();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

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
      ...[...Object.values(userCommands), ...Object.values(userReads)].map(({ path }) => path),
    ]);
    const named = [...page.matchAll(/\/api\/\w+\/\w+/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !known.has(path) && !path.startsWith('/api/docs/'))).toEqual([]);
  });

  it('has a bot in forty lines that loads its orders, quotes, deals, quotes again, even before the reply, and ends', async () => {
    expect(bot.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    const server = await serverOnAPort();
    const rest = (terms: Partial<InsertOrder>) =>
      server.gateway.submit({
        by: { kind: 'user', userId: 'pieter' },
        requestId: null,
        command: { ...anOrder, principal: 'VELD', lots: lots(1), ...terms },
      });
    // The order that the bot must wait for is in the second part of its orders.
    const others = Array.from({ length: dataSetPartSize }, () => rest({ contract: 'MAR27 WMAZ' }));
    await Promise.all(others);
    await rest({});
    const printed: string[] = [];
    const account = ['pieter@veld.example', demoPassword, 'DEC26 WMAZ'];
    const line = await holdingLine(server.url, quotePath);
    const program = spawn(process.execPath, ['--input-type=module', '--eval', bot, line.url, ...account], {
      cwd: root,
    });
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (text: Buffer) => printed.push(text.toString()));
    const quoted = () => printed.join('').split('quoted').length - 1;
    const orders = () => {
      const { rows } = server.view.rowsFor('activeOrders', { userId: '', member: 'VELD' });
      return rows.filter(({ contract }) => contract === 'DEC26 WMAZ');
    };
    try {
      const token = await server.signIn('thandi');
      const dealt = () => printed.join('').split('Open: ').length - 1;
      const dealWithAll = async () => {
        for (const { contract, price, side, activeOrderSeq } of orders()) {
          const terms = { contract, type: 0, qty: 1, price, capacity: 'P', principal: 'KAND' };
          const body = { requestId: `against-${activeOrderSeq}`, side: side === 'B' ? 'S' : 'B', ...terms };
          expect(await server.call('/api/Orders/InsertOrder', { body, token })).toMatchObject({
            body: { state: 'Filled' },
          });
        }
      };
      await until(() => line.has('GET /market?'));
      // A bot that takes the first part of its orders for all of them would quote a few messages later.
      for (let count = 0; count < 20; count += 1) await server.call(userReads.getPhases.path, { token });
      expect([line.has(quotePath), orders().length]).toEqual([false, 1]);
      await dealWithAll();
      await until(() => orders().length === 2);
      await dealWithAll();
      await until(() => dealt() === 3);
      expect(quoted()).toBe(0);
      line.release();
      await until(() => orders().length === 2 && quoted() === 2);
      await dealWithAll();
      await until(() => orders().length === 2 && quoted() === 3);
      await until(() => dealt() === 5);
      const exited = once(program, 'exit');
      await server.operate({ action: 'user-end-sessions', user: 'pieter' });
      expect(await exited).toEqual([1, null]);
    } catch (error) {
      throw new Error(`The bot printed:\n${printed.join('')}`, { cause: error });
    } finally {
      program.kill();
      line.close();
      await server.close();
    }
  });
});
