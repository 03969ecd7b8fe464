// The product as a newcomer runs it: `node scripts/start.mjs` in a process of its own, with a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));
const startLimitMs = 60_000;

export interface ProductOptions {
  /** Simulated participants move the prices; journeys that count on exact prices do without. */
  readonly simulator?: boolean;
  /** Times that browsers keep; journeys shorten what the specification makes long. */
  readonly clientSettings?: Readonly<Record<string, number>>;
  readonly more?: readonly string[];
}

/** Start-up and depth delays cut short; everything else as specified. */
export const hastyClient = { startupDelayMs: 50, depthConnectDelayMs: 20, depthSubscribeDelayMs: 40 };

export class RunningProduct {
  readonly dataFolder: string;
  readonly #options: ProductOptions;
  #process: ChildProcess | null = null;
  #port = 0;
  #said = '';

  private constructor(dataFolder: string, options: ProductOptions) {
    this.dataFolder = dataFolder;
    this.#options = options;
  }

  static async start(options: ProductOptions = {}): Promise<RunningProduct> {
    const product = new RunningProduct(await mkdtemp(join(tmpdir(), 'openpit-journey-')), options);
    await product.startAgain();
    return product;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** All that it has printed since it was started. */
  get said(): string {
    return this.#said;
  }

  /** Starts on the same port and folder as before; resolves when the address is printed. */
  async startAgain(): Promise<void> {
    const { simulator = false, clientSettings = hastyClient, more = [] } = this.#options;
    const timing = Object.entries(clientSettings).map(([name, value]) => `${name}=${value}`);
    const child = spawn(
      process.execPath,
      [
        join(repository, 'scripts', 'start.mjs'),
        ...['--port', String(this.#port), '--data', this.dataFolder],
        // The journeys name contracts; on another day others are listed.
        ...['--business-day', '2026-11-18'],
        ...(simulator ? [] : ['--no-simulator']),
        ...(timing.length === 0 ? [] : ['--client-settings', timing.join(',')]),
        ...more,
      ],
      { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = child;
    this.#said = '';
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`The product did not start (${why}). It said:\n${this.#said}`));
      const limit = setTimeout(() => fail('no address in time'), startLimitMs);
      const hear = (chunk: Buffer) => {
        this.#said += chunk.toString();
        const address = /open at http:\/\/[\d.]+:(\d+)/.exec(this.#said);
        if (address === null) return;
        this.#port = Number(address[1]);
        clearTimeout(limit);
        resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => {
        clearTimeout(limit);
        fail(`it ended with code ${code}`);
      });
    });
  }

  /** kill -9, in the middle of whatever it does. */
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
