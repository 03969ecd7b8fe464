// The figures of /metrics: the market's figures after commands, and the rule that documentation and alert rules name no other metrics.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ruleVersion } from '@openpit/venue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOperatorCli } from '../operator/cli.ts';
import { serverVersion } from '../server-folder.ts';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

const metrics = async () => String((await server.call('/metrics')).body);

/** The value of a line such as `openpit_commands_total{kind="halt",outcome="accepted"}`; 0 if there is no such line. */
async function figure(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((metric) => metric.startsWith(`${series} `));
  return Number(line?.split(' ')[1] ?? 0);
}

const order = (requestId: string, more: object = {}) => ({
  requestId,
  ...exampleOrder,
  ...more,
});

describe('the figures of the market', () => {
  it('count commands by kind and outcome, and measure their ways', async () => {
    const thandi = await server.signIn('thandi');
    const send = (body: object) => server.call('/api/Orders/InsertOrder', { body, token: thandi });
    const inserted = (outcome: string) =>
      figure(`openpit_commands_total{kind="insertOrder",outcome="${outcome}"}`);
    const measured = () =>
      Promise.all(
        ['journal_append', 'acknowledgement', 'deal_to_hub'].map((name) =>
          figure(`openpit_${name}_seconds_count`),
        ),
      );
    const before = await measured();
    expect((await send(order('one'))).status).toBe(200);
    expect((await send(order('one'))).status).toBe(200);
    expect((await send(order('two', { price: 1 }))).status).toBe(422);
    expect([await inserted('accepted'), await inserted('repeated'), await inserted('rejected')]).toEqual([
      1, 1, 1,
    ]);
    const after = await measured();
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([3, 3, 0]);

    const pieter = await server.signIn('pieter');
    const selling = order('three', { side: 'S', principal: 'VELD' });
    expect((await server.call('/api/Orders/InsertOrder', { body: selling, token: pieter })).status).toBe(200);
    expect(await figure('openpit_deal_to_hub_seconds_count')).toBe((after[2] ?? 0) + 1);
  });

  it('say whether the market is ready, how many sessions are open, and how far history is', async () => {
    expect(await figure('openpit_ready')).toBe(1);
    expect(await figure('openpit_schedule_waiting')).toBe(0);
    expect(await figure('openpit_queue_commands')).toBe(0);
    const sessions = await figure('openpit_sessions');
    await server.signIn('lerato');
    expect(await figure('openpit_sessions')).toBe(sessions + 1);
    expect(await figure('openpit_last_command')).toBe(server.view.lastSeq);
    await server.history.reach(server.view.lastSeq);
    await expect.poll(() => figure('openpit_history_lag_commands')).toBe(0);
  });
});

describe('the figures of the machine', () => {
  it('say when the last backup was completed; none is 0', async () => {
    const backedUpAt = () => figure('openpit_last_backup_timestamp_seconds');
    expect(await backedUpAt()).toBe(0);
    const folder = await mkdtemp(join(tmpdir(), 'openpit-metrics-'));
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const before = Date.now();
    expect(await runOperatorCli(['data', 'backup', join(folder, 'copy'), '--data', server.dataFolder])).toBe(
      0,
    );
    vi.restoreAllMocks();
    const at = (await backedUpAt()) * 1000;
    await rm(folder, { recursive: true });
    expect([at >= before, at <= Date.now()]).toEqual([true, true]);
  });

  it('say how much of the disk is free, and that there is no certificate without HTTPS', async () => {
    const [free, size] = [await figure('openpit_disk_free_bytes'), await figure('openpit_disk_size_bytes')];
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
    expect(await figure('openpit_certificate_expiry_timestamp_seconds')).toBe(0);
  });
});

it('name the version of the server and of its rules', async () => {
  expect(await figure(`openpit_build_info{version="${serverVersion}",rules="${ruleVersion}"}`)).toBe(1);
});

const names = async (): Promise<readonly string[]> =>
  [...(await metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('docs/operations/every-day.md lists the metrics of Openpit, all of them and no others', async () => {
  const [, section = ''] = (await read('docs/operations/every-day.md')).split('\n## Log and metrics\n');
  const text = section.split('\n## ')[0] ?? '';
  const rows = text.match(/^\| `openpit_.*?\|/gm) ?? [];
  const listed = rows.flatMap((row) => row.match(/openpit_\w+/g) ?? []);
  expect(listed.sort()).toEqual((await names()).filter((name) => name.startsWith('openpit_')).sort());
});

it('the alert rules use only metrics that the server has', async () => {
  const rules = (await read('deploy/alerts.yml')).matchAll(/^\s+expr: (.*)$/gm);
  const used = [...rules].flatMap(
    ([, expression = '']) => expression.match(/\b[a-z]+(_[a-z0-9]+)+\b/g) ?? [],
  );
  const functions = ['histogram_quantile'];
  const known = await names();
  const base = (name: string) => (known.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, ''));
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((name) => !functions.includes(name) && !known.includes(base(name)))).toEqual([]);
});

it('each alert has a condition, a severity and a sentence', async () => {
  const alerts = (await read('deploy/alerts.yml')).split(/^ {6}- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(9);
  for (const alert of alerts) {
    expect(alert).toMatch(/^ {8}expr: \S/m);
    expect(alert).toMatch(/^ {8}labels: \{ severity: (page|warn) \}$/m);
    expect(alert).toMatch(/^ {10}summary: [A-Z].*\.$/m);
  }
});
