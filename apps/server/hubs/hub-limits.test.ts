// A user who goes beyond the limits over the hub: invocations wait, then fail, then the connection is closed.
import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: ServerOnAPort | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(limits: string): Promise<ServerOnAPort> {
  server = await serverOnAPort({ options: ['--limits', limits] });
  return server;
}

it('makes invocations wait beyond the limit, while those of others are answered at once', async () => {
  const at = await serve('expensivePerSecond=15,expensiveBurst=15');
  const [thandi, pieter] = [await at.openScreen('thandi'), await at.openScreen('pieter')];
  const load = 'GetMarketDisplayChunks';
  const startedAt = performance.now();
  // One costs as much as comes back in a second.
  const loads = Promise.all(Array.from({ length: 4 }, () => thandi.invoke(load)));
  await pieter.invoke(load);
  expect(pieter.all('MarketDisplayCompleted')).toHaveLength(1);
  expect(thandi.all('MarketDisplayCompleted').length).toBeLessThan(4);
  await loads;
  expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  expect(thandi.all('MarketDisplayCompleted')).toHaveLength(4);
});

it('rejects invocations that would wait too long, and closes the connection of a client that goes on', async () => {
  const at = await serve('bytesPerSecond=1,byteBurst=1,excessAtOnce=1,excessLate=1,closePauseMs=500');
  const screen = await at.openScreen('thandi');
  const other = await at.openScreen('pieter');
  const errorOf = () => screen.invoke('DisconnectCheck').then(() => null, String);
  expect(await errorOf()).toBeNull();
  const { status } = await at.call('/api/StaticData/GetAllMembers', { token: screen.token });
  expect(status).toBe(200);
  const sentence =
    /You have made too many calls in a short time, so this one was not answered\. Try again in \d+ seconds\./;
  await vi.waitFor(async () => expect(await errorOf()).toMatch(sentence));
  const startedAt = performance.now();
  expect(await errorOf()).toMatch(sentence);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  expect(await errorOf()).not.toBeNull();
  await until(() => screen.isClosed);
  await other.settle();
  expect(other.isClosed).toBe(false);
});
