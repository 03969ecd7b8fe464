import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSession } from '@openpit/storage';
import { epochMs, type Outcome } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketServer } from './market-server.ts';
import { readOptions } from './options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { startServer } from './server.ts';
import { type StartedParts, startParts } from './started-parts.ts';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';

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

describe('a running demonstration', () => {
  /** The outcomes in which the server itself lists contracts, over `days` business days. */
  async function listedIn(days: number, ...argv: readonly string[]): Promise<Outcome[]> {
    const folder = await mkdtemp(join(tmpdir(), 'openpit-demonstration-'));
    const options = readOptions(['--port', '0', '--no-simulator', '--data', 'data', ...argv], folder);
    if (options === null) throw new Error('The options ask for help.');
    const started: MarketServer[] = [];
    const running = await startServer(options, {
      onStopped: (cause) => expect.fail(cause.message),
      startSimulator: null,
      clock: new VirtualClock(epochMs(Date.parse('2026-11-25T14:30+02:00'))),
      startScenario: (server) => {
        started.push(server);
        return async () => {};
      },
    });
    const listed: Outcome[] = [];
    for (const { floor } of started) {
      floor.onOutcome((outcome) => {
        if (outcome.by.kind === 'operator' && outcome.by.operatorId === 'demonstration') listed.push(outcome);
      });
      for (let day = 0; day < days; day += 1)
        await floor.submit({ by: testOperator, requestId: null, command: { kind: 'endDay' } });
    }
    // Commands that are on their way are handled first.
    await running.stop();
    await rm(folder, { recursive: true });
    return listed;
  }

  it('[issue 42] lists options while it runs, and a market without a past lists nothing', async () => {
    const listed = await listedIn(8);
    expect(listed.map(({ command, verdict }) => [command, verdict.kind])).toContainEqual([
      'applyReferenceData',
      'accepted',
    ]);
    expect(await listedIn(8, '--no-past')).toEqual([]);
  });
});
