// A user who exceeds the limits over the hub: invocations wait, then fail, then the connection is closed.
import { marketHubPath } from '@openpit/wire';
import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(
  limits: string,
  more: { readonly monotonicMs?: () => number } = {},
): Promise<ServerOnAPort> {
  server = await serverOnAPort({ options: ['--limits', limits], ...more });
  return server;
}

it('answers the invocations of others immediately while one user has to wait', async () => {
  // The third invocation waits for nearly ten seconds, the longest permitted wait.
  const at = await serve('expensivePerSecond=2,expensiveBurst=15');
  const [thandi, pieter] = [await at.openScreen('thandi'), await at.openScreen('pieter')];
  const load = 'GetMarketDisplayChunks';
  for (let sent = 1; sent <= 3; sent += 1) thandi.invoke(load).catch(() => undefined);
  await pieter.invoke(load);
  expect(pieter.all('MarketDisplayCompleted')).toHaveLength(1);
  expect(thandi.all('MarketDisplayCompleted').length).toBeLessThan(3);
});

it('answers invocations beyond the limit when their time has come', async () => {
  const at = await serve('expensivePerSecond=15,expensiveBurst=15');
  const thandi = await at.openScreen('thandi');
  const load = 'GetMarketDisplayChunks';
  const startedAt = performance.now();
  // A load costs as much of the budget as is refilled in a second.
  await Promise.all(Array.from({ length: 3 }, () => thandi.invoke(load)));
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  expect(thandi.all('MarketDisplayCompleted')).toHaveLength(3);
});

it('rejects a connection of a user who opens too many, and keeps the open ones', async () => {
  const at = await serve('hubOpeningsPerSecond=1,hubOpeningBurst=4', { monotonicMs: () => 0 });
  const screen = await at.openScreen('thandi');
  const negotiate = () =>
    at.call(`${marketHubPath}/negotiate?negotiateVersion=1`, { body: {}, token: screen.token });
  const replies = [await negotiate(), await negotiate(), await negotiate()];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(screen.isClosed).toBe(false);
  await expect(at.openScreen('pieter')).resolves.toBeDefined();
});

it('rejects invocations that would wait too long, and closes the connection of a client that continues', async () => {
  // While time stands still, no excess is forgiven, however long the pauses take.
  const at = await serve('bytesPerSecond=1,byteBurst=1,excessAtOnce=1,excessLate=1,closePauseMs=500', {
    monotonicMs: () => 0,
  });
  const screen = await at.openScreen('thandi');
  const other = await at.openScreen('pieter');
  const errorOf = () => screen.invoke('DisconnectCheck').then(() => null, String);
  expect(await errorOf()).toBeNull();
  const { status } = await at.call('/api/StaticData/GetAllMembers', { token: screen.token });
  expect(status).toBe(200);
  const sentence =
    /You have made too many calls in a short time, so this one was not answered\. Try again in \d+ seconds\./;
  await expect.poll(() => errorOf()).toMatch(sentence);
  const startedAt = performance.now();
  expect(await errorOf()).toMatch(sentence);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  expect(await errorOf()).not.toBeNull();
  await until(() => screen.isClosed);
  await other.settle();
  expect(other.isClosed).toBe(false);
});
