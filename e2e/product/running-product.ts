// The product as a newcomer runs it: `node scripts/start.mjs` in a separate process with its own data folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoPeople, type People } from './people.ts';

/** The repository's root. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));
const startLimitMs = 180_000;
/** The journeys name contracts, which are listed on this day. */
const usualBusinessDay = '2026-11-18';
const byVirtualClock = join(repository, 'apps', 'server', 'dist', 'testing', 'server-by-virtual-clock.js');
/** The demonstration's schedule ends the business day each evening, even in the middle of a journey. */
const alwaysTrading = join(repository, 'apps', 'server', 'testing', 'always-trading.json');

/** Options of Node for the product: journeys in Firefox need its pages without their policy. */
const nodeOptions =
  process.env.OPENPIT_JOURNEYS_IN === 'firefox'
    ? ['--import', new URL('../firefox/without-policy.mjs', import.meta.url).href]
    : [];

/** A product as a journey sees it. */
export interface Product {
  readonly url: string;
  readonly dataFolder: string;
  readonly people: People;
}

export interface ProductOptions {
  /** Simulated participants move the prices; off by default, so that prices are exact. */
  readonly simulator?: boolean;
  /** The demonstration has its past; by default it opens empty. */
  readonly past?: boolean;
  /** Settings of the browser, delays in milliseconds; by default shorter than the specification's. */
  readonly clientSettings?: Readonly<Record<string, number | string>>;
  /** Additional command-line options. */
  readonly more?: readonly string[];
  /** People in addition to the demonstration's. */
  readonly groups?: readonly People[];
  /** The first business day of the market; by default journeys name contracts as on this day. */
  readonly businessDay?: string;
  /** Each of the first starts is killed after this number of milliseconds, while they make the database and open the market. */
  readonly killedAfterMs?: readonly number[];
  /** A clock of the journey's own, stopped at this time until `moveClock`, `2026-11-18T08:40+02:00`; by default the system clock. */
  readonly clockAt?: string;
  /** True if the clock runs on from `clockAt`. */
  readonly isClockRunning?: boolean;
}

/** Short start-up and depth delays; everything else as specified. */
const shortDelays = { startupDelayMs: 50, depthConnectDelayMs: 20, depthSubscribeDelayMs: 40 };

export class RunningProduct implements Product {
  readonly dataFolder: string;
  readonly people = demoPeople;
  readonly #options: ProductOptions;
  #process: ChildProcess | null = null;
  #port = 0;
  #output = '';

  private constructor(dataFolder: string, options: ProductOptions) {
    this.dataFolder = dataFolder;
    this.#options = options;
  }

  static async start(options: ProductOptions = {}): Promise<RunningProduct> {
    const product = new RunningProduct(await mkdtemp(join(tmpdir(), 'openpit-journey-')), options);
    if (options.groups !== undefined) await openMarketWith(options.groups, product);
    for (const ms of options.killedAfterMs ?? []) await product.killWhileStarting(ms);
    await product.startAgain();
    return product;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get businessDay(): string {
    return this.#options.businessDay ?? usualBusinessDay;
  }

  /** The output of the product since it was started. */
  get output(): string {
    return this.#output;
  }

  #spawn(): ChildProcess {
    const {
      simulator = false,
      past = false,
      clientSettings = shortDelays,
      more = [],
      clockAt,
      isClockRunning = false,
    } = this.#options;
    const { businessDay } = this;
    const pastDay = this.#options.businessDay === undefined ? [] : ['--business-day', businessDay];
    const timing = Object.entries(clientSettings).map(([name, value]) => `${name}=${value}`);
    const child = spawn(
      process.execPath,
      [
        ...nodeOptions,
        ...(clockAt === undefined ? [join(repository, 'scripts', 'start.mjs')] : [byVirtualClock, clockAt]),
        ...(isClockRunning ? ['running'] : []),
        ...['--port', String(this.#port), '--data', this.dataFolder],
        // The past needs a schedule that ends days, and ends with the current one unless a journey names another.
        ...(past ? pastDay : ['--business-day', businessDay, '--schedule', alwaysTrading]),
        ...(simulator ? [] : ['--no-simulator']),
        ...(past ? [] : ['--no-past']),
        ...(timing.length === 0 ? [] : ['--client-settings', timing.join(',')]),
        ...more,
      ],
      { cwd: repository, stdio: [clockAt === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] },
    );
    this.#process = child;
    this.#output = '';
    const onOutput = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    return child;
  }

  /** Starts on the same port and folder as before; resolves when the address is printed. */
  async startAgain(): Promise<void> {
    const child = this.#spawn();
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`The product did not start (${why}). Its output:\n${this.#output}`));
      const limit = setTimeout(() => fail('no address in time'), startLimitMs);
      const onOutput = () => {
        const address = /open at http:\/\/[\d.]+:(\d+)/.exec(this.#output);
        if (address === null) return;
        this.#port = Number(address[1]);
        clearTimeout(limit);
        resolve();
      };
      child.stdout?.on('data', onOutput);
      child.stderr?.on('data', onOutput);
      child.once('exit', (code) => {
        clearTimeout(limit);
        fail(`it ended with code ${code}`);
      });
    });
  }

  /** Moves a clock of the journey's own forward to this time; resolves when its timers on the way have been called. */
  async moveClock(time: string): Promise<void> {
    const child = this.#process;
    const [input, output] = [child?.stdin, child?.stdout];
    if (!input || !output) throw new Error('This product has no clock of its own.');
    const moved = new Promise<void>((resolve) => {
      const onOutput = () => {
        if (!this.#output.includes(`The clock says ${time}`)) return;
        output.off('data', onOutput);
        resolve();
      };
      output.on('data', onOutput);
    });
    input.write(`${time}\n`);
    await moved;
  }

  /** Begins a start and kills it after this time. */
  async killWhileStarting(afterMs: number): Promise<void> {
    this.#spawn();
    await moment(afterMs);
    await this.kill();
  }

  /** Ctrl-C, and kill -9 after this time, while it finishes its queue and writes a snapshot. */
  async killWhileStopping(afterMs: number): Promise<void> {
    this.#process?.kill('SIGINT');
    await moment(afterMs);
    await this.kill();
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ctrl-C: it stops cleanly. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Stops it and removes its folder. */
  async dispose(): Promise<void> {
    await this.#end('SIGKILL');
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** Opens the market in a new data folder, with logins for these people. */
const moment = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function openMarketWith(
  groups: readonly People[],
  { dataFolder, businessDay }: Pick<RunningProduct, 'dataFolder' | 'businessDay'>,
): Promise<void> {
  const program = join(repository, 'apps', 'server', 'dist', 'testing', 'market-with-dealers.js');
  const child = spawn(process.execPath, [program, dataFolder, businessDay], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(groups.flatMap(({ thandi, pieter, lerato }) => [thandi, pieter, lerato])));
  const [code] = await ended;
  if (code !== 0) throw new Error(`The market with more dealers was not opened (exit code ${code}).`);
}
