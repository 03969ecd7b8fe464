// Decides when what waits for the clients is written. Every client has its moment in the flush interval, so that a
// thousand of them do not come at once; what is urgent goes at the end of the turn of the event loop. Writing stops
// after a slice of time and goes on when others have had their turn. One timer in all, and only while something waits.
import type { Clock } from '../clock.ts';

export interface Flushable {
  /** Its moment in the interval, from `assignSlot`. */
  readonly slot: number;
  /** Kept by the flusher. */
  isInSlot: boolean;
  /** Kept by the flusher. */
  isUrgent: boolean;
  flush(): void;
}

const slotMs = 5;
/** The part of a slice after which it ends; the rest is for a client that takes long, and for the garbage collector. */
const aimedAt = 0.5;

export interface FlusherOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly sliceMs: number;
  /** Called after each slice with the time for which it has held the event loop. */
  readonly onSlice: (tookMs: number) => void;
  /** Called when a round of writing is over. */
  readonly onIdle: () => void;
}

export class Flusher {
  readonly #clock: Clock;
  readonly #aimMs: number;
  readonly #onSlice: (tookMs: number) => void;
  readonly #onIdle: () => void;
  readonly #slotMs: number;
  readonly #slots: Flushable[][] = [];
  #nextSlot = 0;
  #inSlots = 0;
  #stopTimer: (() => void) | null = null;
  #lastStep = 0;

  #urgent: Flushable[] = [];
  #due: Flushable[] = [];
  #urgentHead = 0;
  #dueHead = 0;
  #isDrainScheduled = false;

  constructor({ clock, intervalMs, sliceMs, onSlice, onIdle }: FlusherOptions) {
    this.#clock = clock;
    this.#aimMs = sliceMs * aimedAt;
    this.#onSlice = onSlice;
    this.#onIdle = onIdle;
    const slots = Math.max(1, Math.floor(intervalMs / slotMs));
    this.#slotMs = intervalMs / slots;
    for (let i = 0; i < slots; i++) this.#slots.push([]);
  }

  /** The moment of a new client; they are spread evenly. */
  assignSlot(): number {
    this.#nextSlot = (this.#nextSlot + 1) % this.#slots.length;
    return this.#nextSlot;
  }

  /** Flushes `client` at its next moment. */
  schedule(client: Flushable): void {
    if (client.isInSlot || client.isUrgent) return;
    if (this.#slotMs === 0) {
      this.scheduleUrgent(client);
      return;
    }
    client.isInSlot = true;
    this.#slots[client.slot]?.push(client);
    this.#inSlots++;
    this.#startTimer();
  }

  /** Flushes `client` at the end of this turn of the event loop. */
  scheduleUrgent(client: Flushable): void {
    if (client.isUrgent) return;
    client.isUrgent = true;
    this.#urgent.push(client);
    this.#drainSoon();
  }

  /** For a client that has more at the end of its `flush`: flushes it once more after those that are due. */
  continueLater(client: Flushable): void {
    this.#due.push(client);
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  #startTimer(): void {
    if (this.#stopTimer !== null) return;
    this.#lastStep = this.#stepNow();
    this.#stopTimer = this.#clock.every(this.#slotMs, () => this.#step());
  }

  #stepNow(): number {
    return Math.floor(this.#clock.monotonicMs() / this.#slotMs);
  }

  /** Makes the clients due whose moments have come since the last step. */
  #step(): void {
    const now = this.#stepNow();
    const slots = this.#slots.length;
    const steps = Math.min(now - this.#lastStep, slots);
    for (let i = steps - 1; i >= 0; i--) this.#takeSlot((((now - i) % slots) + slots) % slots);
    this.#lastStep = now;
    if (this.#inSlots === 0) this.stop();
    if (!this.#isDrainScheduled) this.#drain();
  }

  #takeSlot(slot: number): void {
    const clients = this.#slots[slot];
    if (clients === undefined || clients.length === 0) return;
    this.#slots[slot] = [];
    this.#inSlots -= clients.length;
    for (const client of clients) {
      client.isInSlot = false;
      this.#due.push(client);
    }
  }

  #drainSoon(): void {
    if (this.#isDrainScheduled) return;
    this.#isDrainScheduled = true;
    setImmediate(this.#drain);
  }

  readonly #drain = (): void => {
    this.#isDrainScheduled = false;
    const startMs = this.#clock.monotonicMs();
    let tookMs = -1;
    for (let client = this.#next(); client !== null; client = this.#next()) {
      client.flush();
      tookMs = this.#clock.monotonicMs() - startMs;
      if (tookMs >= this.#aimMs && this.#hasNext()) {
        this.#onSlice(tookMs);
        this.#drainSoon();
        return;
      }
    }
    if (tookMs >= 0) this.#onSlice(tookMs);
    this.#onIdle();
  };

  #hasNext(): boolean {
    return this.#urgentHead < this.#urgent.length || this.#dueHead < this.#due.length;
  }

  /** Urgent ones first: an answer to a call does not wait for a round of market data. */
  #next(): Flushable | null {
    const urgent = this.#urgent[this.#urgentHead];
    if (urgent !== undefined) {
      if (++this.#urgentHead === this.#urgent.length) {
        this.#urgent = [];
        this.#urgentHead = 0;
      }
      urgent.isUrgent = false;
      return urgent;
    }
    const due = this.#due[this.#dueHead];
    if (due === undefined) return null;
    if (++this.#dueHead === this.#due.length) {
      this.#due = [];
      this.#dueHead = 0;
    }
    return due;
  }
}
