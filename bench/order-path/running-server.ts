// Starts the built server in its own process, on a free port and with a new data folder and the demonstration users, and calls
// it for everything except orders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createUser, findUser, openDatabase } from '@openpit/storage';
import { paths } from '@openpit/wire';

export const demoPassword = 'maize-and-wheat';

/** Limits that a single user does not reach who sends the orders of hundreds. */
const withoutLimits =
  'connections=10000,anonymousConnections=10000,connectionsPerUser=10000,callsPerSecond=1000000,callBurst=1000000,leavingPerSecond=1000000,leavingBurst=1000000,bytesPerSecond=1000000000,byteBurst=1000000000,expensivePerSecond=1000000,expensiveBurst=1000000,rejectionBurst=1000000';

const startLimitMs = 30_000;
/** The server finishes its queue and takes a snapshot. */
const stopLimitMs = 20_000;
/** The node options of `npm start`. */
const startOptions = nodeOptionsOfStart();
const dist = resolve(import.meta.dirname, '../../apps/server/dist');
/** The server as `npm start` runs it; not bundled with options of Node, which profile it by file. */
function startProduct(isProfiled: boolean): readonly string[] {
  const entry = pathToFileURL(join(dist, isProfiled ? 'main.js' : 'bundle/main.js')).href;
  const script = `const { main } = await import(${JSON.stringify(entry)}); await main(process.argv.slice(1));`;
  return ['--input-type=module', '--eval', script, '--'];
}

const byVirtualClock = join(dist, 'testing/server-by-virtual-clock.js');

export class RunningServer {
  readonly url: string;
  /** The data folder. */
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #killWithUs: () => void;

  private constructor(parts: { url: string; child: ChildProcess; folder: string; killWithUs: () => void }) {
    this.url = parts.url;
    this.#child = parts.child;
    this.folder = parts.folder;
    this.#killWithUs = parts.killWithUs;
  }

  /**
   * `nodeOptions`: of the server's process, for example to profile it; `more`: options of its command line; unless they have
   * limits, users have none; `clockAt`: the server has a virtual clock that says this time; `given`: the folder of a killed server,
   * otherwise a new one. Rejects with the server's output when it does not start.
   */
  static async start(
    nodeOptions: readonly string[] = [],
    more: readonly string[] = ['--no-simulator', '--business-day', '2026-11-18'],
    clockAt: string | null = null,
    given: string | null = null,
  ): Promise<RunningServer> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'openpit-order-path-')));
    const limits = more.includes('--limits') ? [] : ['--limits', withoutLimits];
    const options = ['--port', '0', '--data', folder, '--no-past', ...more, ...limits];
    const child = spawn(
      process.execPath,
      [
        ...startOptions,
        ...nodeOptions,
        ...(clockAt === null ? startProduct(nodeOptions.length > 0) : [byVirtualClock, clockAt]),
        ...options,
      ],
      {
        stdio: clockAt === null ? ['ignore', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe', 'ipc'],
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    const killWithUs = () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    process.once('exit', killWithUs);
    try {
      return new RunningServer({ url: await addressOf(child), child, folder, killWithUs });
    } catch (error) {
      process.off('exit', killWithUs);
      killWithUs();
      throw error;
    }
  }

  /** The bearer token. */
  async signIn(email: string): Promise<string> {
    const reply = await fetch(new URL(paths.login, this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: demoPassword }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${email} could not sign in: ${reply.status} ${text}`);
    return (JSON.parse(text) as { readonly token: string }).token;
  }

  /** Adds users for the hub clients, because the hub limits the connections per user; returns their e-mail addresses. */
  async addWatchers(count: number): Promise<string[]> {
    const { db, close } = await openDatabase(join(this.folder, 'openpit.db'));
    try {
      const like = await findUser(db, 'lerato');
      if (like === undefined) throw new Error('There is no demonstration user "lerato".');
      const users = Array.from({ length: count }, (_, index) => ({
        userId: `watcher-${index}`,
        email: `watcher-${index}@bench.example`,
        displayName: `Watcher ${index}`,
        passwordHash: like.passwordHash,
        createdAt: Date.now(),
      }));
      for (const user of users) await createUser(db, user);
      return users.map(({ email }) => email);
    } finally {
      await close();
    }
  }

  /** Begins or ends the profiles of its threads; it must have been started with thread-profile.mjs. */
  profile(what: 'begin' | 'end'): void {
    this.#child.kill(what === 'begin' ? 'SIGUSR2' : 'SIGWINCH');
  }

  get processId(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The server has no process.');
    return pid;
  }

  /** Moves the virtual clock forward; resolves when the timers on the way were called. */
  moveClock(time: string): Promise<void> {
    const { stdin, stdout } = this.#child;
    return new Promise((resolve, reject) => {
      let output = '';
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(`The clock says ${time}\n`)) end(resolve);
      };
      const ended = () => end(() => reject(new Error('The server has ended.')));
      const end = (settle: () => void) => {
        stdout?.off('data', read);
        this.#child.off('exit', ended);
        settle();
      };
      stdout?.on('data', read);
      this.#child.once('exit', ended);
      stdin?.write(`${time}\n`);
    });
  }

  /** Sends a message to what `nodeOptions` have loaded into the process; resolves with the answer. */
  ask(message: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('The server has ended.'));
      this.#child.once('exit', ended);
      this.#child.once('message', (answer) => {
        this.#child.off('exit', ended);
        resolve(answer);
      });
      this.#child.send(message);
    });
  }

  /** The text of /metrics. */
  async metrics(): Promise<string> {
    return await (await fetch(new URL('/metrics', this.url))).text();
  }

  /** Seconds of processor time of all its threads; `system`: the part spent in the operating system. */
  async cpuSeconds(): Promise<{ readonly all: number; readonly system: number }> {
    const text = await this.metrics();
    const read = (name: string) => {
      const value = new RegExp(`^${name} ([\\d.e+-]+)`, 'm').exec(text)?.[1];
      if (value === undefined) throw new Error(`/metrics of the server has no ${name}.`);
      return Number(value);
    };
    return { all: read('process_cpu_seconds_total'), system: read('process_cpu_system_seconds_total') };
  }

  /** Stops the server, and keeps its folder until `stop`. Resolves with its exit code; null if it was killed. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const kill = setTimeout(() => this.#child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(kill);
    }
    return this.#child.exitCode;
  }

  /** Kills it immediately, and keeps its folder for another one. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    process.off('exit', this.#killWithUs);
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
    process.off('exit', this.#killWithUs);
  }
}

/** Resolves when the address is printed. Prints the server's output when it ends unexpectedly. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => fail('no address in time'), startLimitMs);
    const fail = (why: string) => {
      clearTimeout(limit);
      reject(new Error(`The server did not start (${why}). Its output:\n${output}`));
    };
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /open at (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code, signal) => {
      if (child.killed) return;
      const end = `it ended with ${signal ?? `code ${code}`}`;
      console.error(`The server has ended: ${end}. Its output:\n${output}`);
      fail(end);
    });
  });
}

function nodeOptionsOfStart(): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}
