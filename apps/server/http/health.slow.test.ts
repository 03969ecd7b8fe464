// The health reported to a supervisor and a load balancer: before the market is open, while it runs, when it has stopped, and when the
// schedule waits.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { serverVersion } from '../server-folder.ts';
import { seedSmallMarket } from '../testing/seed-small-market.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { serverOnAPort } from '../testing/server-on-a-port.ts';
import { type HealthParts, healthRoutes } from './health.ts';

const database = { lack: () => null };

describe('a server with an open market', () => {
  let server: ServerInAFolder;
  beforeEach(async () => {
    server = await serverInAFolder();
  });
  afterEach(() => server.close());

  it('is live and ready, for callers without a sign-in', async () => {
    expect(await server.get('/health/live')).toMatchObject({
      status: 200,
      body: { status: 'ok', version: serverVersion },
    });
    expect(await server.get('/health/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        version: serverVersion,
        market: 'open',
        journal: 'writable',
        users: 'reachable',
        history: 'readable',
        schedule: 'none',
        reasons: [],
      },
    });
  });

  it('is live but not ready when it stops taking commands', async () => {
    await server.market.close();
    expect((await server.get('/health/live')).status).toBe(200);
    expect(await server.get('/health/ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', market: 'stopping', reasons: ['The server is stopping.'] },
    });
  });
});

describe('readiness', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openpit-health-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const clock = new VirtualClock(epochMs(1_795_000_000_000));
  const causes: Error[] = [];
  const openMarket = () =>
    openMarketIn({ dataFolder: folder }, { clock, onStopped: (cause) => causes.push(cause) });
  const ask = async (parts: HealthParts) => {
    const app = fastify();
    await app.register(healthRoutes(parts));
    const reply = await app.inject('/health/ready');
    await app.close();
    return { status: reply.statusCode, body: reply.json() };
  };

  it('is unavailable before the market is opened and while users cannot sign in, and ok otherwise', async () => {
    const market = await openMarket();
    const parts = {
      gateway: market.gateway,
      view: market.view,
      schedule: null,
      clock: { isBehind: false },
      history: { outage: null },
      handles: { isOut: false },
      database,
    };
    expect(await ask(parts)).toMatchObject({
      status: 503,
      body: { market: 'notOpened', reasons: [expect.stringContaining('not been opened')] },
    });
    await seedSmallMarket(market, ['abdul']);
    expect(await ask(parts)).toMatchObject({ status: 200, body: { market: 'open' } });
    expect(await ask({ ...parts, clock: { isBehind: true } })).toMatchObject({
      status: 200,
      body: { reasons: [expect.stringContaining('The clock is behind')] },
    });
    const outage = {
      since: Date.UTC(2026, 10, 27, 14, 3),
      isDamaged: true,
      why: '/srv/data/history.db is damaged',
    };
    const unreadable = await ask({ ...parts, history: { outage } });
    expect(unreadable).toMatchObject({
      status: 200,
      body: {
        history: 'unreadable',
        reasons: [
          expect.stringMatching(/^History has not been readable since 2026-11-27 14:03 UTC: .*rebuilds/),
        ],
      },
    });
    // Anyone may ask.
    expect(JSON.stringify(unreadable)).not.toContain('/srv');
    // A database that is away takes history with it: one cause, one sentence.
    const interrupted = { ...parts, gateway: { state: 'interrupted' as const } };
    const away = await ask({ ...interrupted, history: { outage: { ...outage, isDamaged: false } } });
    expect(away.body).toMatchObject({
      history: 'unreadable',
      reasons: [expect.stringContaining('its database cannot be written')],
    });
    expect((await ask({ ...interrupted, history: { outage } })).body.reasons).toHaveLength(2);
    expect(await ask({ ...parts, handles: { isOut: true } })).toMatchObject({
      status: 503,
      body: { market: 'open', reasons: [expect.stringContaining('ulimit -n')] },
    });
    expect(await ask({ ...parts, database: { lack: () => 'connection' } })).toMatchObject({
      status: 503,
      body: {
        market: 'open',
        users: 'unreachable',
        reasons: [expect.stringContaining('Nobody can sign in')],
      },
    });
    expect(await ask({ ...parts, database: { lack: () => 'space' } })).toMatchObject({
      status: 503,
      body: { market: 'open', users: 'diskFull', reasons: [expect.stringContaining('the disk is full')] },
    });
    await market.close();
  });

  it('is unavailable with the reason when the journal cannot be written', async () => {
    const market = await openMarket();
    await seedSmallMarket(market, ['abdul']);
    await market.gateway.outcomesWritten();
    await market.journal.close();
    const order = market.gateway.submit({
      by: { kind: 'user', userId: 'abdul' },
      requestId: null,
      command: anOrder,
    });
    await expect(order).rejects.toMatchObject({ code: 'venueStopped' });
    const parts = {
      gateway: market.gateway,
      view: market.view,
      schedule: null,
      clock: { isBehind: false },
      history: { outage: null },
      handles: { isOut: false },
      database,
    };
    expect(await ask(parts)).toMatchObject({
      status: 503,
      body: { market: 'stopped', journal: 'failed', reasons: [expect.stringContaining('journal')] },
    });
    expect(causes).toHaveLength(1);
    await market.abandon();
  });

  it('stays ok while the schedule waits for the operator, and reports this', async () => {
    const server = await serverOnAPort();
    const ready = () => server.call('/health/ready');
    expect(await ready()).toMatchObject({ status: 200, body: { schedule: 'running', reasons: [] } });
    server.clock.jump(6 * 24 * 3_600_000);
    await expect.poll(ready).toMatchObject({ body: { schedule: 'waiting' } });
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ok', reasons: [expect.stringContaining('waits for the operator')] },
    });
    await server.close();
  });
});
