// The business days of the soak: the server has a virtual clock, which runs as fast as the real one while the dealers trade, and
// moves in one jump over the evening and the night. The schedule of the demonstration market ends the day.
import type { RunningServer } from '../order-path/running-server.ts';
import { metric } from './samples.ts';

/** Business days without a holiday. */
const dates = [
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-30',
] as const;
/** A last round follows, on another day. */
export const maxDays = dates.length - 1;
export const firstDate = dates[0];
const opensAt = '08:59';
export const firstTime = at(firstDate, opensAt);

/** Before the phase of administration, in it, after the end of the day, and when trading has begun again. */
const evening = ['23:19', '23:25', '23:30', '23:40'];
const settleLimitMs = 60_000;
const readAgainAfterMs = 250;

function at(date: string, time: string): string {
  return `${date}T${time}:00+02:00`;
}

export class MarketDays {
  readonly #server: RunningServer;
  #ended = 0;
  #openedAtMs = performance.now();
  #running: NodeJS.Timeout | null = null;
  #moving: Promise<void> = Promise.resolve();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  /** Lets the clock run. `failed` is called when the server does not answer. */
  open(failed: (error: unknown) => void): void {
    this.#openedAtMs = performance.now();
    const opened = Date.parse(at(this.#date, opensAt));
    this.#running = setInterval(() => {
      const now = new Date(opened + performance.now() - this.#openedAtMs).toISOString();
      this.#moving = this.#moving.then(() => this.#server.moveClock(now)).catch(failed);
    }, 1_000);
  }

  /** Ends the business day by the schedule, and passes the night; resolves when the market of the next day is open. */
  async end(): Promise<void> {
    if (this.#running !== null) clearInterval(this.#running);
    await this.#moving;
    for (const time of evening) await this.#moveTo(at(this.#date, time));
    this.#ended += 1;
    await this.#moveTo(at(this.#date, opensAt));
    const ends = metric(
      await this.#server.metrics(),
      'openpit_commands_total{kind="endDay",outcome="accepted"}',
    );
    if (ends !== this.#ended) throw new Error(`The schedule has ended ${ends} days and not ${this.#ended}.`);
  }

  /** For a run that ends before its day does. */
  stop(): void {
    if (this.#running !== null) clearInterval(this.#running);
  }

  get #date(): string {
    return dates[this.#ended] ?? dates[0];
  }

  /** Resolves when the market is quiet again. */
  async #moveTo(time: string): Promise<void> {
    await this.#server.moveClock(time);
    const giveUpAtMs = performance.now() + settleLimitMs;
    for (let before = -1, same = 0; same < 3; ) {
      await new Promise((resolve) => setTimeout(resolve, readAgainAfterMs));
      const text = await this.#server.metrics();
      const last = metric(text, 'openpit_last_command');
      const isQuiet = last === before && metric(text, 'openpit_queue_commands') === 0;
      same = isQuiet ? same + 1 : 0;
      before = last;
      if (performance.now() > giveUpAtMs) throw new Error(`The market is not quiet at ${time}.`);
    }
  }
}
