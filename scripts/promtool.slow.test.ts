// The metrics of a running server and the alert rules, as Prometheus' own tool checks them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerOnAPort, serverOnAPort } from '../apps/server/testing/server-on-a-port.ts';
import { findProgram, programAdvice, promtool } from './steps/programs.mjs';
import { root } from './steps/repository.mjs';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

function check(what: 'metrics' | 'rules', file: string | null, input = '') {
  const program = findProgram(promtool);
  if (program === undefined) throw new Error(`No promtool was found. ${programAdvice(promtool, true)}`);
  const args = ['check', what, ...(file === null ? [] : [file])];
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

it('promtool finds no fault in the metrics', async () => {
  const { body } = await server.call('/metrics');
  expect(check('metrics', null, String(body))).toEqual({ status: 0, said: '' });
});

it('promtool finds no fault in the alert rules', () => {
  expect(check('rules', join(root, 'deploy/alerts.yml'))).toMatchObject({ status: 0 });
});

it('promtool would find a gauge that is named as a counter', () => {
  const text = '# HELP openpit_x_total X\n# TYPE openpit_x_total gauge\nopenpit_x_total 1\n';
  expect(check('metrics', null, text)).toMatchObject({ status: 3, said: expect.stringContaining('_total') });
});
