// 20,000 mutated frames and requests against a real server, 1,000,000 with OPENPIT_LONG=1. What fails prints the seed of
// its life: OPENPIT_FUZZ_SEED=n runs that one alone.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { closeAll, until } from '../../testing/serve.ts';
import { type HonestClient, startHonestClient } from './honest-client.ts';
import { damages, messageKinds } from './hostile-message.ts';
import { httpLife, requestKinds, tokenKinds } from './http-life.ts';
import { type HubUnderFire, startHubUnderFire } from './hub-under-fire.ts';
import { lineLife } from './line-life.ts';
import { Random } from './random.ts';
import { Tally } from './tally.ts';
import { connectionStates, sureWebSocketEnds, webSocketLife } from './web-socket-life.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const goal = isLong ? 1_000_000 : 20_000;
const seed = Number(process.env.OPENPIT_FUZZ_SEED ?? Date.now() % 2 ** 31);
const isOneLife = process.env.OPENPIT_FUZZ_SEED !== undefined;
const oftenReached = connectionStates.filter((state) => state !== 'slow');
const livesAtOnce = 12;
const parts = isLong ? 10 : 2;
const lifeLimitMs = 15_000;
/** Far above what it takes, and below what an honest client would put up with on a machine that is busy otherwise. */
const longestCallMs = 10_000;
/** What is kept of each connection would be a multiple of this. */
const growthLimitBytes = (isLong ? 4 : 2) * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

afterEach(closeAll);

/** Bytes of the JavaScript heap and of buffers that are in use; the least of three looks, for some of it goes late. */
async function bytesInUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return least;
}

async function life(lifeSeed: number, port: number, tally: Tally): Promise<void> {
  const random = new Random(lifeSeed);
  const kind = random.weighted({ webSocket: 12, http: 2, line: 1 });
  const run = { webSocket: webSocketLife, http: httpLife, line: lineLife }[kind];
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It has not ended within ${lifeLimitMs} ms.`)), lifeLimitMs);
  });
  try {
    await Promise.race([run(random, port, tally), limit]);
  } catch (error) {
    throw new Error(`The ${kind} life of seed ${lifeSeed} failed: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Lives, several at once, until so many frames and requests were sent. */
async function fire(
  floor: HubUnderFire,
  tally: Tally,
  { until: goal, from }: { until: number; from: number },
) {
  let nextSeed = from;
  const one = async () => {
    while (tally.sent < goal) await life(nextSeed++, floor.port, tally);
  };
  await Promise.all(Array.from({ length: livesAtOnce }, one));
  return nextSeed;
}

/** What was reached less often than it must be, each with its count. */
function shortOf(tally: Tally): readonly string[] {
  const share = (perMille: number) => (goal * perMille) / 1000;
  return [
    ...tally.missing('message', messageKinds, share(6)),
    ...tally.missing('message', ['handshake'], share(4)),
    ...tally.missing('damage', damages, share(20)),
    ...tally.missing('protocol', ['json', 'messagepack'], share(30)),
    ...tally.missing('state', connectionStates, share(0.05)),
    ...tally.missing('state', oftenReached, share(3)),
    ...tally.missing('webSocketEnd', sureWebSocketEnds, share(0.5)),
    ...tally.missing('request', requestKinds, share(2)),
    ...tally.missing('token', tokenKinds, share(0.5)),
    ...tally.missing('line', ['WebSockets', 'LongPolling', 'ServerSentEvents'], share(1)),
    ...tally.missing('lineEnd', ['answered', 'closeMessage'], share(0.5)),
  ];
}

function isServed({ calls, problems }: HonestClient, leastCalls: number): boolean {
  return problems.length === 0 && calls >= leastCalls;
}

it(`${goal} mutated frames and requests in every state: no crash, no unhandled rejection, nothing left behind, and honest clients are served`, {
  timeout: isLong ? 1_800_000 : 60_000,
}, async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
  const floor = await startHubUnderFire();
  const { metrics } = floor.server;
  const tally = new Tally();
  try {
    if (isOneLife) {
      await life(seed, floor.port, tally);
      expect(unhandled).toEqual([]);
      return;
    }
    const url = `http://127.0.0.1:${floor.port}/fuzz?honest=yes`;
    const honest = await Promise.all([
      startHonestClient(url, { protocol: 'json', transport: 'WebSockets' }),
      startHonestClient(url, { protocol: 'messagepack', transport: 'WebSockets' }),
      startHonestClient(url, { protocol: 'json', transport: 'LongPolling' }),
    ]);
    let published = 0;
    const publishing = setInterval(() => floor.publish(published++), 10);

    const bytesAfter: number[] = [];
    for (let part = 1, from = seed; part <= parts; part++) {
      from = await fire(floor, tally, { until: (goal * part) / parts, from });
      // Chance gives some kinds less than their share: the last part goes on for them, to half as much again at most.
      while (part === parts && shortOf(tally).length > 0 && tally.sent < goal * 1.5) {
        from = await fire(floor, tally, { until: tally.sent + goal / 100, from });
      }
      await until(() => metrics.connections === honest.length, 10_000);
      bytesAfter.push(await bytesInUse());
    }

    clearInterval(publishing);
    for (const client of honest) await client.stop();
    const told = `seed ${seed}\n${tally.describe()}\nserver: ${JSON.stringify(metrics)}\nbytes: ${bytesAfter.join(' ')}`;
    const expected = Array.from({ length: published }, (_, i) => i);
    await until(() => honest.every(({ prices }) => prices.length === published));
    for (const client of honest) {
      expect([client.name, client.problems]).toEqual([client.name, []]);
      expect(client.prices).toEqual(expected);
      expect(isServed(client, goal / 1000), `${client.name}: ${client.calls} calls`).toBe(true);
      expect(client.longestCallMs).toBeLessThan(longestCallMs);
    }

    // Nothing failed that only a fault of the server explains, and nothing is left behind.
    expect(unhandled, told).toEqual([]);
    expect(floor.finds, told).toEqual([]);
    expect(metrics.pendingConnections).toBe(0);
    expect(metrics.streams).toBe(0);
    expect(metrics.slowClients).toBe(0);
    // What is kept for each frame, client or request would be more in the second half than ever in the first.
    const leastOf = (from: number, to: number) => Math.min(...bytesAfter.slice(from, to));
    expect(leastOf(parts / 2, parts) - leastOf(0, parts / 2), told).toBeLessThan(growthLimitBytes);

    // Everything was reached.
    expect(shortOf(tally), told).toEqual([]);
    // Most were looked at, and not sent to a connection that had ended.
    expect(metrics.messagesIn, told).toBeGreaterThan(goal * 0.6);
    expect(metrics.closes.protocolError, told).toBeGreaterThan(goal * 0.03);
    for (const kind of ['messageBytes', 'depth', 'frameBytes'] as const) {
      expect([kind, metrics.breaches[kind] > 0], told).toEqual([kind, true]);
    }
    expect(metrics.slowdowns, told).toBeGreaterThan(0);
    if (process.env.OPENPIT_FUZZ_TELL === '1') console.log(told);
  } finally {
    process.off('unhandledRejection', onUnhandled);
    process.off('uncaughtException', onUnhandled);
    await floor.close();
  }
});
