// The test hubs of packages/signalr-server in a separate process, and a page in the browser that has the official
// client loaded. One server serves all tests of a worker.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const startLimitMs = 180_000;

export interface TestHubs {
  readonly http: string;
  readonly https: string;
}

interface HubFixtures {
  /** A page of the origin `https` or `http`, with `signalR` as the client. */
  readonly openPage: (origin: string) => Promise<Page>;
}

interface HubWorkerFixtures {
  readonly hubs: TestHubs;
}

export const test = base.extend<HubFixtures, HubWorkerFixtures>({
  hubs: [
    // Playwright reads from the pattern which fixtures a fixture needs, and rejects a pattern that names none.
    async ({ browserName: _browserName }, use) => {
      const server = startServer();
      try {
        await use(await server.addresses);
      } finally {
        await server.stop();
      }
    },
    { scope: 'worker' },
  ],
  openPage: async ({ browser }, use) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    await use(async (origin) => {
      const page = await context.newPage();
      // Any document of that origin.
      await page.goto(`${origin}/generateJwtToken`);
      for (const file of clientFiles()) await page.addScriptTag({ path: file });
      return page;
    });
    await context.close();
  },
});

export { expect } from '@playwright/test';

function clientFiles(): string[] {
  const require = createRequire(import.meta.url);
  const folder = (name: string) => dirname(require.resolve(`${name}/package.json`));
  return [
    join(folder('@microsoft/signalr'), 'dist/browser/signalr.js'),
    join(folder('@microsoft/signalr-protocol-msgpack'), 'dist/browser/signalr-protocol-msgpack.js'),
  ];
}

function startServer(): { addresses: Promise<TestHubs>; stop: () => Promise<void> } {
  const main = join(repository, 'packages', 'signalr-server', 'testing', 'hub-test-server.ts');
  const child = spawn(
    process.execPath,
    ['--import=tsx', '--conditions=openpit-source', main, '--port', '0', '--https-port', '0'],
    { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const addresses = new Promise<TestHubs>((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`The hub test server ${why}. Its output:\n${output}`));
    const limit = setTimeout(() => fail('gave no address in time'), startLimitMs);
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const addresses = /at (http:\S+) and (https:\S+)/.exec(output);
      if (addresses?.[1] === undefined || addresses[2] === undefined) return;
      clearTimeout(limit);
      resolve({ http: addresses[1], https: addresses[2] });
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => {
      clearTimeout(limit);
      fail(`ended with code ${code}`);
    });
  });
  return {
    addresses,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
