// The way out to one client: the queue, the moment of writing, and the client's pace. A client that does not take what
// it is sent is left alone until its socket is nearly empty; conflated changes merge meanwhile, and only when ordered
// messages pile up, or nothing moves at all, is it given up.
import type { HubProtocol } from '../protocol/hub-protocol.ts';
import type { ConflatedChange } from './conflated-change.ts';
import type { Flushable } from './flusher.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { HubRuntime } from './runtime.ts';
import type { Transport } from './transport.ts';

export class Outgoing implements Flushable {
  readonly slot: number;
  isInSlot = false;
  isUrgent = false;
  readonly #runtime: HubRuntime;
  readonly #transport: Transport;
  readonly #protocol: HubProtocol;
  readonly #onTooMuch: () => void;
  readonly #onLost: (change: ConflatedChange, error: unknown) => void;
  readonly #queue = new OutgoingQueue();
  #isOpen = true;
  #isSlow = false;
  #hasSent = true;
  #lastSentMs: number;
  #bytesSent = 0;
  #mostTaken = 0;
  #lastProgressMs: number;
  #waitForRoom: (() => void)[] = [];

  constructor(
    runtime: HubRuntime,
    line: {
      transport: Transport;
      protocol: HubProtocol;
      /** More waits than `maxOrderedBytes`. */
      onTooMuch: () => void;
      /** A conflated change could not be made. */
      onLost: (change: ConflatedChange, error: unknown) => void;
    },
  ) {
    this.#runtime = runtime;
    this.#transport = line.transport;
    this.#protocol = line.protocol;
    this.#onTooMuch = line.onTooMuch;
    this.#onLost = line.onLost;
    this.slot = runtime.flusher.assignSlot();
    this.#lastSentMs = this.#lastProgressMs = runtime.clock.monotonicMs();
  }

  /** Queues a whole message; urgent ones take everything before them along at the end of this turn. */
  add(message: Buffer, isUrgent: boolean): void {
    if (!this.#isOpen) return;
    this.#queue.add(message);
    const { maxOrderedBytes } = this.#runtime.settings;
    if (this.#queue.orderedBytes > maxOrderedBytes) {
      // The limit is for what piles up before a client that does not take it. To one that keeps up, a message longer than
      // the limit goes at once.
      this.#flush(Number.POSITIVE_INFINITY);
      if (this.#queue.orderedBytes > maxOrderedBytes) {
        this.#onTooMuch();
        return;
      }
    }
    if (isUrgent) this.#runtime.flusher.scheduleUrgent(this);
    else this.#runtime.flusher.schedule(this);
  }

  addConflated(change: ConflatedChange): void {
    if (!this.#isOpen) return;
    this.#queue.addConflated(change);
    this.#runtime.flusher.schedule(this);
  }

  dropGroup(groupName: string): void {
    this.#queue.dropGroup(groupName);
  }

  /** Whether a stream may add to what waits: a client gets its stream no faster than it takes it. */
  get hasRoom(): boolean {
    const { slowBelowBytes, slowAboveBytes } = this.#runtime.settings;
    if (this.#isSlow || this.#queue.orderedBytes >= slowBelowBytes) return false;
    // A single long message can fill the line of a client that has never been seen as slow.
    return this.#transport.bufferedBytes <= slowAboveBytes;
  }

  /** Resolves when there is room, and when the way out is closed. */
  whenRoom(): Promise<void> {
    if (!this.#isOpen || this.hasRoom) return Promise.resolve();
    this.#runtime.flusher.scheduleUrgent(this);
    return new Promise((resolve) => this.#waitForRoom.push(resolve));
  }

  /** Writes what waits, unless the client is slow: a frame, and the rest after others have had their turn. */
  flush(): void {
    this.#flush(1);
    if (this.#waitForRoom.length === 0) return;
    if (this.hasRoom) this.#tellRoom();
    // Nothing else may be waiting by which it would be seen.
    else if (this.#transport.bufferedBytes > this.#runtime.settings.slowAboveBytes) this.#setSlow(true);
  }

  #flush(mostFrames: number): void {
    if (!this.#isOpen || (this.#queue.isEmpty && !this.#isSlow)) return;
    const { settings, flusher } = this.#runtime;
    const resumeAt = this.#isSlow ? settings.slowBelowBytes : settings.slowAboveBytes;
    let buffered = this.#transport.bufferedBytes;
    if (buffered <= resumeAt) {
      this.#setSlow(false);
      if (this.#queue.isEmpty) return;
      for (let frames = 0; buffered <= settings.slowAboveBytes; frames++) {
        if (frames === mostFrames) {
          flusher.continueLater(this);
          return;
        }
        this.#writeFrame();
        if (this.#queue.isEmpty) return;
        buffered = this.#transport.bufferedBytes;
      }
    }
    this.#setSlow(true);
    // Without an interval there is no moment to look again but the next turn, and the next: the line says when it is empty.
    if (settings.flushIntervalMs > 0) flusher.schedule(this);
  }

  /** The transport is empty again. */
  drained(): void {
    if (this.#isSlow) this.#runtime.flusher.scheduleUrgent(this);
  }

  /** Sends a ping when nothing was sent for long. */
  keepAlive(nowMs: number): void {
    if (this.#hasSent) {
      this.#hasSent = false;
      this.#lastSentMs = nowMs;
    } else if (nowMs - this.#lastSentMs >= this.#runtime.settings.keepAliveMs && this.#queue.isEmpty) {
      this.#lastSentMs = nowMs;
      this.add(this.#protocol.ping, false);
    }
  }

  /** Whether something has waited for `stallTimeoutMs` without the client taking anything. */
  isStalled(nowMs: number): boolean {
    const buffered = this.#transport.bufferedBytes;
    const taken = this.#bytesSent - buffered;
    if ((buffered === 0 && this.#queue.isEmpty) || taken > this.#mostTaken) {
      this.#mostTaken = taken;
      this.#lastProgressMs = nowMs;
      return false;
    }
    return nowMs - this.#lastProgressMs >= this.#runtime.settings.stallTimeoutMs;
  }

  /** Writes what waits, if the client takes it, then `last`; afterwards nothing more is sent. */
  finish(last: Buffer): void {
    if (!this.#isOpen) return;
    if (!this.#isSlow && this.#queue.orderedBytes <= this.#runtime.settings.maxOrderedBytes) {
      let hasMore = true;
      while (hasMore) hasMore = this.#writeFrame();
    }
    this.#write(last);
    this.stop();
  }

  /** Lets go of everything that waits. */
  stop(): void {
    this.#isOpen = false;
    this.#setSlow(false);
    this.#queue.clear();
    this.#tellRoom();
  }

  #tellRoom(): void {
    for (const resolve of this.#waitForRoom.splice(0)) resolve();
  }

  #writeFrame(): boolean {
    const assembler = this.#runtime.assemblers[this.#protocol.name];
    const frame = this.#queue.takeFrame(
      assembler,
      this.#runtime.settings.maxOutgoingFrameBytes,
      this.#onLost,
    );
    if (frame === null) return false;
    this.#runtime.counters.messagesOut += assembler.count;
    this.#write(frame);
    if (!this.#transport.hasTakenAll) assembler.keep(frame);
    return true;
  }

  #write(frame: Buffer): void {
    this.#transport.send(frame, this.#protocol.isBinary);
    this.#hasSent = true;
    this.#bytesSent += frame.length;
    const { counters } = this.#runtime;
    counters.framesOut++;
    counters.bytesOut += frame.length;
  }

  #setSlow(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    const { counters } = this.#runtime;
    if (isSlow) {
      counters.slowClients++;
      counters.slowdowns++;
    } else {
      counters.slowClients--;
    }
  }
}
