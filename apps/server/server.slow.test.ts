import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSession } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { type StartedParts, startParts, startServer } from './server.ts';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';
import { startMarket } from './testing/started-market.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

describe('a running server', () => {
  it('deletes a session a day after it has expired at the latest', async () => {
    const token = await server.signIn('thandi');
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string;
    };
    const session = () => findSession(server.db, jti);
    const { expiresAt = 0 } = (await session()) ?? {};
    server.clock.advance(expiresAt - server.clock.now() - 1);
    expect(await session()).toBeDefined();
    server.clock.advance(24 * 60 * 60 * 1000 + 1);
    await expect.poll(session).toBeUndefined();
  });
});

describe('a server without traders', () => {
  it('ends a day late after a short restart, although the last command was days before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openpit-quiet-'));
    const clock = new VirtualClock(epochMs(Date.parse('2026-11-20T23:00+02:00')));
    const start = async () => {
      const argv = ['--no-past', '--data', join(folder, 'data')];
      return await startMarket(argv, { folder, clock });
    };
    try {
      const friday = await start();
      const { view } = friday.market;
      clock.advance(hourMs);
      await expect.poll(() => view.exchangeDay.keptUntil).toBe(Date.parse('2026-11-20T23:31+02:00'));
      clock.jump(3 * 24 * hourMs - 65 * minuteMs);
      await friday.running.stop();
      expect(view.directory.businessDay).toBe('2026-11-23');
      clock.jump(95 * minuteMs);
      const tuesday = await start();
      await tuesday.running.stop();
      expect(tuesday.market.view.directory.businessDay).toBe('2026-11-24');
      expect(tuesday.notices.join()).not.toContain('The clock says');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the parts of a server', () => {
  const names = ['storage', 'hub', 'http'];
  const failing = (name: string) => () => Promise.reject(new Error(`${name} cannot be stopped`));

  it('stop in reverse order, once', async () => {
    const stopped: string[] = [];
    const parts = await startParts(async (parts: StartedParts) => {
      for (const name of names) parts.add(name, () => stopped.push(name));
      return parts;
    });
    await parts.stop();
    await parts.stop();
    expect(stopped).toEqual(['http', 'hub', 'storage']);
  });

  it('stop in reverse order when a later one cannot start, and the error of the start is thrown', async () => {
    const stopped: string[] = [];
    const start = startParts(async (parts) => {
      for (const name of names) parts.add(name, () => stopped.push(name));
      parts.add('schedule', failing('schedule'));
      throw new Error('the port is taken');
    });
    await expect(start).rejects.toThrow('the port is taken');
    expect(stopped).toEqual(['http', 'hub', 'storage']);
  });

  it('stop although another one fails, which is named', async () => {
    const stopped: string[] = [];
    const failed: string[] = [];
    const stop = startParts(async (parts) => {
      parts.add('storage', () => stopped.push('storage'));
      parts.add('hub', failing('hub'));
      parts.add('http', failing('http'));
      await parts.stop((name) => failed.push(name));
    });
    await expect(stop).rejects.toThrow('http cannot be stopped');
    expect([stopped, failed]).toEqual([['storage'], ['http', 'hub']]);
  });

  it('leave folder and port free after a start that fails at its last part', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openpit-parts-'));
    const argv = ['--port', '0', '--no-past', '--business-day', '2026-11-18'];
    const options = readOptions(argv, '/', { OPENPIT_DATA: folder }) ?? expect.fail();
    const parts = { onStopped: (cause: Error) => expect.fail(cause.message), startSimulator: null };
    let url = '';
    const startScenario = () => {
      url = JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')).url;
      throw new Error('the scenario cannot run here');
    };
    try {
      await expect(startServer(options, { ...parts, startScenario })).rejects.toThrow(
        'the scenario cannot run here',
      );
      await expect(fetch(url)).rejects.toThrow('fetch failed');
      await (await startServer(options, parts)).stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
