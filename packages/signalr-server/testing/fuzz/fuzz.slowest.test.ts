// Fuzzes a real server with 20,000 mutated frames and requests, or 1,000,000 with OPENPIT_LONG=1. A failed
// run prints its seed; OPENPIT_FUZZ_SEED=n repeats that run alone.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { closeAll, until } from '../serve.ts';
import { FuzzCoverage } from './coverage.ts';
import { startFuzzServer } from './fuzz-server.ts';
import { startHonestClient } from './honest-client.ts';
import { messageKinds, mutations } from './hostile-message.ts';
import { requestKinds, runHttpRequests, tokenKinds } from './http-request-run.ts';
import { runHttpTransport } from './http-transport-run.ts';
import { SeededRandom } from './seeded-random.ts';
import { connectionStates, frequentWebSocketEnds, runWebSocket } from './web-socket-run.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const goal = isLong ? 1_000_000 : 10_000;
const seed = Number(process.env.OPENPIT_FUZZ_SEED ?? Date.now() % 2 ** 31);
const isSingleRun = process.env.OPENPIT_FUZZ_SEED !== undefined;
const frequentStates = connectionStates.filter((state) => state !== 'slow');
const parallelRuns = 12;
const parts = isLong ? 10 : 2;
/** Guards against a run that hangs. */
const runTimeoutMs = 120_000;
/** If something were kept per connection, the memory would grow by a multiple of this. */
const maxGrowthBytes = (isLong ? 4 : 2) * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

afterEach(closeAll);

/** Bytes in use by the JavaScript heap and by buffers: the lowest of three measurements. */
async function bytesInUse(): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    lowest = Math.min(lowest, heapUsed + external);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return lowest;
}

/** One hostile client. */
async function runSeed(runSeed: number, port: number, coverage: FuzzCoverage): Promise<void> {
  const random = new SeededRandom(runSeed);
  const kind = random.weighted({ webSocket: 12, httpRequests: 2, httpTransport: 1 });
  const run = { webSocket: runWebSocket, httpRequests: runHttpRequests, httpTransport: runHttpTransport }[
    kind
  ];
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${runTimeoutMs} ms.`)), runTimeoutMs);
  });
  try {
    await Promise.race([run(random, port, coverage), timeout]);
  } catch (error) {
    throw new Error(`The ${kind} run with seed ${runSeed} failed: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Runs hostile clients in parallel until `until` frames were sent. Returns the next seed. */
async function runMany(
  port: number,
  coverage: FuzzCoverage,
  { until: target, from }: { until: number; from: number },
): Promise<number> {
  let nextSeed = from;
  const worker = async () => {
    while (coverage.sent < target) await runSeed(nextSeed++, port, coverage);
  };
  await Promise.all(Array.from({ length: parallelRuns }, worker));
  return nextSeed;
}

/** The kinds that were covered less often than required, each with its count. */
function missingCoverage(coverage: FuzzCoverage): readonly string[] {
  const share = (perMille: number) => (goal * perMille) / 1000;
  return [
    ...coverage.below('message', messageKinds, share(6)),
    ...coverage.below('message', ['handshake'], share(4)),
    ...coverage.below('mutation', mutations, share(20)),
    ...coverage.below('protocol', ['json', 'messagepack'], share(30)),
    ...coverage.below('state', connectionStates, share(0.05)),
    ...coverage.below('state', frequentStates, share(3)),
    ...coverage.below('webSocketEnd', frequentWebSocketEnds, share(0.5)),
    ...coverage.below('request', requestKinds, share(2)),
    ...coverage.below('token', tokenKinds, share(0.5)),
    ...coverage.below('transport', ['WebSockets', 'LongPolling', 'ServerSentEvents'], share(1)),
    ...coverage.below('httpTransportEnd', ['completed', 'closeMessage'], share(0.5)),
  ];
}

it(`survives ${goal} mutated frames and requests without a crash, an unhandled rejection or a leak, and serves honest clients`, {
  timeout: isLong ? 1_800_000 : 600_000,
}, async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
  const { server, port, url, faults, publish } = await startFuzzServer();
  const { metrics } = server;
  const coverage = new FuzzCoverage();
  try {
    if (isSingleRun) {
      await runSeed(seed, port, coverage);
      expect(unhandled).toEqual([]);
      return;
    }
    const honest = await Promise.all([
      startHonestClient(`${url}/fuzz?honest=yes`, { protocol: 'json', transport: 'WebSockets' }),
      startHonestClient(`${url}/fuzz?honest=yes`, { protocol: 'messagepack', transport: 'WebSockets' }),
      startHonestClient(`${url}/fuzz?honest=yes`, { protocol: 'json', transport: 'LongPolling' }),
    ]);
    let published = 0;
    const publishing = setInterval(() => publish(published++), 10);

    const bytesAfter: number[] = [];
    for (let part = 1, from = seed; part <= parts; part++) {
      from = await runMany(port, coverage, { until: (goal * part) / parts, from });
      // By chance some kinds can fall short of their share. Then the last part continues.
      while (part === parts && missingCoverage(coverage).length > 0 && coverage.sent < goal * 1.5) {
        from = await runMany(port, coverage, { until: coverage.sent + goal / 100, from });
      }
      await until(() => metrics.connections === honest.length);
      bytesAfter.push(await bytesInUse());
    }

    clearInterval(publishing);
    for (const client of honest) await client.stop();
    const report = `seed ${seed}\n${coverage.describe()}\nserver: ${JSON.stringify(metrics)}\nbytes: ${bytesAfter.join(' ')}`;
    const expected = Array.from({ length: published }, (_, i) => i);
    await until(() =>
      honest.every(({ prices, problems }) => prices.length === published || problems.length > 0),
    );
    for (const client of honest) {
      expect([client.name, client.problems]).toEqual([client.name, []]);
      expect(client.prices).toEqual(expected);
      expect(client.calls, client.name).toBeGreaterThanOrEqual(goal / 1000);
    }

    // The server had no fault, and nothing is left behind.
    expect(unhandled, report).toEqual([]);
    expect(faults, report).toEqual([]);
    expect(metrics.pendingConnections).toBe(0);
    expect(metrics.streams).toBe(0);
    expect(metrics.slowClients).toBe(0);
    // If memory were kept per frame, client or request, the second half would never be as low as the first.
    const lowestOf = (from: number, to: number) => Math.min(...bytesAfter.slice(from, to));
    expect(lowestOf(parts / 2, parts) - lowestOf(0, parts / 2), report).toBeLessThan(maxGrowthBytes);

    expect(missingCoverage(coverage), report).toEqual([]);
    // Most messages were read, that is, not sent to a connection that had ended.
    expect(metrics.messagesIn, report).toBeGreaterThan(goal * 0.6);
    expect(metrics.closes.protocolError, report).toBeGreaterThan(goal * 0.03);
    for (const limit of ['messageBytes', 'depth', 'frameBytes'] as const) {
      expect([limit, metrics.limitsExceeded[limit] > 0], report).toEqual([limit, true]);
    }
    expect(metrics.slowdowns, report).toBeGreaterThan(0);
    if (process.env.OPENPIT_FUZZ_REPORT === '1') console.log(report);
  } finally {
    process.off('unhandledRejection', onUnhandled);
    process.off('uncaughtException', onUnhandled);
    await server.close();
  }
});
