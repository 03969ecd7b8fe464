// The PostgreSQL server of tests and benchmarks, used by a program that does nothing to stop it.
import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runProcess, sourceCommand } from './source-process.ts';

vi.setConfig({ testTimeout: 60_000 });

it('does not keep a program running that has used it, and ends with it', async () => {
  const { code, output, errors } = await runProcess(sourceCommand('use-postgres'));
  expect([code, errors]).toEqual([0, '']);
  const folder = output.trim();
  expect(folder).toContain('openpit-postgres-');
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 120_000 });
});
