// Decides when the outbound queues are flushed. Each client has a slot in the flush interval, so that a
// thousand clients are not flushed at the same time. Urgent clients are flushed at the end of the event-loop turn.
// Flushing yields to the event loop after a slice of time. There is one timer for all clients, and it runs
// only while something is queued.
import type { Clock } from '../clock.ts';
import { TokenBucket } from '../token-bucket.ts';

export interface Flushable {
  /** The slot in the flush interval, from `assignSlot`. */
  readonly slot: number;
  /** Managed by the scheduler. */
  isInSlot: boolean;
  /** Managed by the scheduler. */
  isUrgent: boolean;
  flush(): void;
}

const slotMs = 5;
/** The share of a second's urgent flushes that may come at once. */
const urgentBurst = 0.1;
/** A slice ends after this share of its time. The rest is a reserve for one slow flush and for GC. */
const targetShare = 0.5;

interface FlushSchedulerOptions {
  readonly clock: Clock;
  /** 0 flushes at the end of each event-loop turn. */
  readonly intervalMs: number;
  readonly sliceMs: number;
  readonly urgentPerSecond: number;
  /** Called after each slice with the time it blocked the event loop. */
  readonly onSlice: (durationMs: number) => void;
  /** Called when everything that was due has been flushed. */
  readonly onIdle: () => void;
}

export class FlushScheduler {
  readonly #clock: Clock;
  readonly #targetMs: number;
  readonly #onSlice: (durationMs: number) => void;
  readonly #onIdle: () => void;
  readonly #slotMs: number;
  readonly #slots: Flushable[][] = [];
  #nextSlot = 0;
  #inSlots = 0;
  #stopTimer: (() => void) | null = null;
  #lastStep = 0;

  readonly #urgentBudget: TokenBucket;
  #urgent: Flushable[] = [];
  #due: Flushable[] = [];
  #urgentHead = 0;
  #dueHead = 0;
  #isDrainScheduled = false;

  constructor({ clock, intervalMs, sliceMs, urgentPerSecond, onSlice, onIdle }: FlushSchedulerOptions) {
    this.#clock = clock;
    const burst = Math.max(1, urgentPerSecond * urgentBurst);
    this.#urgentBudget = new TokenBucket({ perSecond: urgentPerSecond, burst, nowMs: clock.monotonicMs() });
    this.#targetMs = sliceMs * targetShare;
    this.#onSlice = onSlice;
    this.#onIdle = onIdle;
    const slots = Math.max(1, Math.floor(intervalMs / slotMs));
    this.#slotMs = intervalMs / slots;
    for (let i = 0; i < slots; i++) this.#slots.push([]);
  }

  /** Assigns the slots in turn, so that clients are spread evenly over the interval. */
  assignSlot(): number {
    this.#nextSlot = (this.#nextSlot + 1) % this.#slots.length;
    return this.#nextSlot;
  }

  /** Flushes `client` in its next slot. */
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

  /** Flushes `client` at the end of this event-loop turn, or in its next slot when the budget is used up. */
  scheduleSoon(client: Flushable): void {
    if (client.isUrgent) return;
    if (this.#urgentBudget.take(this.#clock.monotonicMs())) this.scheduleUrgent(client);
    else this.schedule(client);
  }

  /** Flushes `client` at the end of this event-loop turn. */
  scheduleUrgent(client: Flushable): void {
    if (client.isUrgent) return;
    client.isUrgent = true;
    this.#urgent.push(client);
    this.#drainSoon();
  }

  /**
   * Called by a `flush` that could not send everything: flushes the client again after those that are due.
   */
  continueLater(client: Flushable): void {
    this.#due.push(client);
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  #startTimer(): void {
    if (this.#stopTimer !== null) return;
    this.#lastStep = this.#currentStep();
    this.#stopTimer = this.#clock.every(this.#slotMs, () => this.#step());
  }

  #currentStep(): number {
    return Math.floor(this.#clock.monotonicMs() / this.#slotMs);
  }

  /** Makes the clients of all slots since the last step due. */
  #step(): void {
    const now = this.#currentStep();
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
    let durationMs = -1;
    for (let client = this.#next(); client !== null; client = this.#next()) {
      client.flush();
      durationMs = this.#clock.monotonicMs() - startMs;
      if (durationMs >= this.#targetMs && this.#hasNext()) {
        this.#onSlice(durationMs);
        this.#drainSoon();
        return;
      }
    }
    if (durationMs >= 0) this.#onSlice(durationMs);
    this.#onIdle();
  };

  #hasNext(): boolean {
    return this.#urgentHead < this.#urgent.length || this.#dueHead < this.#due.length;
  }

  /** Urgent clients first: a completion does not wait for a round of broadcasts. */
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
