// The page docs/operations/failover.md, step by step, with two clusters of PostgreSQL: a market under load loses its database, and then
// its server, which hangs. Every command of the page is run, in its order.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { PostgresProxy, type PostgresServer, startPostgres } from '@openpit/storage/testing';
import { epochMs } from '@openpit/venue';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runOperatorCli } from './operator/cli.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { exampleOrder } from './testing/body-examples.ts';
import { type StartedMarket, startMarket } from './testing/started-market.ts';

vi.setConfig({ hookTimeout: 60_000 });

const page = readFileSync(new URL('../../docs/operations/failover.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);

/** The next command of the page, which must begin so. */
function next(beginning: string): string {
  const command = commands.shift() ?? 'nothing more';
  expect(command.startsWith(beginning), `${command} begins with ${beginning}`).toBe(true);
  return command;
}

/** The next command of the page, which must be a statement for that server. */
const statementFor = (host: 'one' | 'two'): string =>
  /^psql -h \w+ -c "(.*)"$/.exec(next(`psql -h ${host} `))?.[1] ?? '';

const psql = (host: 'one' | 'two', server: PostgresServer, url: string) =>
  server.run(url, statementFor(host));

interface Started extends StartedMarket {
  readonly stopped: string[];
}

async function start(dataFolder: string, database: string): Promise<Started> {
  const stopped: string[] = [];
  const started = await startMarket(['--no-past', '--data', dataFolder, '--database', database], {
    folder: '/',
    onStopped: ({ message }) => stopped.push(message),
    clock: new VirtualClock(epochMs(Date.UTC(2026, 10, 23, 8))),
  });
  onTestFinished(() => started.running.abandon());
  return { ...started, stopped };
}

async function post({ running }: Started, path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const reply = await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, body: (await reply.json()) as { readonly token: string } };
}

const insert = async (server: Started, token: string, ref: string): Promise<boolean> =>
  (await post(server, '/api/Orders/InsertOrder', { ...exampleOrder, requestId: ref, ref }, token)).status ===
  200;

/** The refs of the load's orders. Some orders of the demonstration have none. */
function refsOf({ market }: Started): string[] {
  const { rows } = market.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' });
  return rows.map(({ ref }) => ref).filter((ref) => ref !== '');
}

async function admin(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: unknown) => void lines.push(String(line));
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(print));
  const code = await runOperatorCli(argv);
  for (const spy of spies) spy.mockRestore();
  return `${code} ${lines.join('\n')}`;
}

it('loses no acknowledged command when its database and then its server are lost, by the steps of the page', async () => {
  const base = await mkdtemp(join(tmpdir(), 'openpit-failover-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase(onTestFinished);
  const name = new URL(url).pathname;

  expect(next('pg_basebackup ')).toContain('application_name=two');
  const two = await postgres.startStandby({ name: 'two', isSynchronous: false });
  const copy = two.addressOf(name.slice(1));
  await psql('one', postgres, url);
  await psql('one', postgres, url);
  const state = statementFor('one');
  const isFollowing = [{ application_name: 'two', sync_state: 'sync' }];
  await expect.poll(() => postgres.run(url, state)).toEqual(isFollowing);

  const ways = [await PostgresProxy.start(url), await PostgresProxy.start(copy)];
  onTestFinished(async () => {
    for (const way of ways) await way.close();
  });
  const hosts = ways.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const first = await start(join(base, 'first'), `postgres://openpit@${hosts}${name}`);
  const credentials = { email: 'thandi@kand.example', password: demoPassword };
  const { token } = (await post(first, '/api/authenticate/login', credentials)).body;
  const acknowledged: string[] = [];
  let isLoaded = true;
  let sent = 0;
  const load = Array.from({ length: 3 }, async () => {
    while (isLoaded) {
      sent += 1;
      const ref = `L${sent}`;
      if (await insert(first, token, ref)) acknowledged.push(ref);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);

  // The database is lost.
  postgres.kill();
  ways[0]?.cut();
  await psql('two', two, copy);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  isLoaded = false;
  await Promise.all(load);
  expect(first.stopped).toEqual([]);

  // The server hangs while it keeps its connection, and another one takes over in an empty folder.
  ways[1]?.isolate();
  const folder = join(base, 'second');
  expect(next('npm start ')).toContain('--data');
  const verification = next('npm run admin ').split(' -- ')[1]?.split(' ').slice(0, 2) ?? [];
  await expect(start(folder, copy)).rejects.toThrow(/is in use by process \d+ on /);
  expect(await psql('two', two, copy)).toMatchObject([
    { application_name: expect.stringMatching(/^openpit \d+ on /) },
  ]);
  await psql('two', two, copy);
  expect(commands).toEqual([]);
  const second = await start(folder, copy);
  expect(refsOf(second)).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(refsOf(second)).size).toBe(refsOf(second).length);
  expect(await insert(second, token, 'after')).toBe(true);

  // The first one wakes up and can write nothing more.
  ways[1]?.leadTo(copy);
  await expect.poll(() => first.stopped).toHaveLength(1);
  expect(first.stopped[0]).toMatch(/was acquired by another process/);
  expect(await insert(first, token, 'late')).toBe(false);

  expect(await admin(...verification, '--data', folder, '--database', copy)).toMatch(
    /^0 The audit log is whole/,
  );
}, 240_000);
