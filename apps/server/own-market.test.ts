// docs/own-market.md exactly as written: its file, its commands with their answers, and the deal of two members.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { paths, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOperatorCli } from './operator/cli.ts';
import { readOptions } from './options/options.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { type RunningServer, startServer } from './server.ts';
import { requestOf } from './testing/request-of.ts';

const page = readFileSync(new URL('../../docs/own-market.md', import.meta.url), 'utf8');
const fileBlock = /```json\n([\s\S]*?)```/;
const file = fileBlock.exec(page)?.[1] ?? '';

interface Step {
  readonly words: readonly string[];
  /** The output of the command according to the page. */
  readonly printed: readonly string[];
}

/** The commands of the page in their order. */
const steps: readonly Step[] = Array.from(
  page.replace(fileBlock, '').matchAll(/```\n([\s\S]*?)```/g),
).flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...printed] = text.trimEnd().split('\n');
      const words = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
      return { words, printed };
    }),
);

let folder: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-own-market-'));
  await writeFile(join(folder, 'rain.json'), file);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, body: object, token?: string) {
  const reply = await fetch(`${server?.url}${path}`, requestOf({ body, token }));
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

it('leads from an empty folder to two members that trade', async () => {
  const passwords = new Map<string, string>();
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(...String(text).split('\n')));
  vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)));

  for (const { words, printed: expected } of steps) {
    const [npm, ...rest] = words;
    expect(npm).toBe('npm');
    const argv = rest
      .slice(rest.indexOf('--') + 1)
      .map((word) => (word === 'rain' ? join(folder, 'rain') : word));
    if (rest[0] === 'start') {
      const options = readOptions([...argv, '--port', '0'], folder);
      if (options === null) throw new Error('the options ask for help');
      const businessDay = argv[argv.indexOf('--business-day') + 1];
      const clock = new VirtualClock(epochMs(Date.parse(`${businessDay}T10:00+02:00`)));
      const onStopped = (cause: Error) => expect.fail(cause.message);
      server = await startServer(options, { onStopped, startSimulator: null, clock });
      continue;
    }
    printed.length = 0;
    expect(await runOperatorCli(argv), printed.join('\n')).toBe(0);
    const text = printed.join('\n');
    const password = /shown only now: (\S+)$/m.exec(text)?.[1];
    if (password !== undefined) passwords.set(words[7] ?? '', password);
    for (const line of expected) expect(text.replace(password ?? '…', '…').split('\n')).toContain(line);
  }

  const tokens = new Map<string, string>();
  for (const [email, password] of passwords) {
    const { body } = await post(paths.login, { email, password });
    tokens.set(email, String(body.token));
  }
  const order = (email: string, fields: object) =>
    post(
      userCommands.insertOrder.path,
      { requestId: email, contract: 'MAR27 RAIN', type: 0, qty: 1, price: 20.5, capacity: 'P', ...fields },
      tokens.get(email),
    );
  expect(await order('thabo@cape.example', { side: 'B', principal: 'CAPE' })).toMatchObject({ status: 200 });
  expect(await order('nadia@karo.example', { side: 'S', capacity: 'A', principal: '1001K' })).toMatchObject({
    status: 200,
    body: { state: 'Filled', dealt: 1, averagePrice: 20.5 },
  });
});
