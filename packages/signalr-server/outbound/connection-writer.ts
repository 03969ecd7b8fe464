// Writes to one client: the outbound queue, the time of flushing, and back-pressure. A slow client does
// not read the data buffered in its socket. Writing to it pauses until the socket is nearly empty, and
// conflated changes merge meanwhile. It is closed only when ordered messages pile up or when it makes no
// progress at all.
import type { Clock } from '../clock.ts';
import type { Counters } from '../metrics.ts';
import type { HubProtocol, ProtocolName } from '../protocol/hub-protocol.ts';
import type { HubSettings } from '../settings.ts';
import type { Transport } from '../transport.ts';
import type { ConflatedChange } from './conflated-change.ts';
import type { Flushable, FlushScheduler } from './flush-scheduler.ts';
import type { FrameAssembler } from './frame-assembler.ts';
import { OutboundQueue } from './outbound-queue.ts';

/** The services and settings that the writers of one server share. */
export interface WriterRuntime {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly assemblers: Readonly<Record<ProtocolName, FrameAssembler>>;
  readonly flushScheduler: FlushScheduler;
}

interface ConnectionWriterOptions {
  readonly transport: Transport;
  readonly protocol: HubProtocol;
  /** More than `maxOrderedBytes` are queued. */
  readonly onOverflow: () => void;
  /** The snapshot of a conflated change threw. */
  readonly onLost: (change: ConflatedChange, error: unknown) => void;
}

export class ConnectionWriter implements Flushable {
  readonly slot: number;
  isInSlot = false;
  isUrgent = false;
  readonly #runtime: WriterRuntime;
  readonly #transport: Transport;
  readonly #protocol: HubProtocol;
  readonly #onOverflow: () => void;
  readonly #onLost: (change: ConflatedChange, error: unknown) => void;
  readonly #queue = new OutboundQueue();
  #isOpen = true;
  #isSlow = false;
  #hasSent = true;
  #lastSentMs: number;
  #bytesSent = 0;
  #maxBytesTaken = 0;
  #lastProgressMs: number;
  #writableWaiters: (() => void)[] = [];

  constructor(runtime: WriterRuntime, options: ConnectionWriterOptions) {
    this.#runtime = runtime;
    this.#transport = options.transport;
    this.#protocol = options.protocol;
    this.#onOverflow = options.onOverflow;
    this.#onLost = options.onLost;
    this.slot = runtime.flushScheduler.assignSlot();
    this.#lastSentMs = this.#lastProgressMs = runtime.clock.monotonicMs();
  }

  /** Queues an encoded message. `when`: which flush sends it, as the methods of FlushScheduler. */
  add(message: Buffer, when: 'inSlot' | 'soon' | 'urgently'): void {
    if (!this.#isOpen) return;
    this.#queue.add(message);
    const { maxOrderedBytes } = this.#runtime.settings;
    if (this.#queue.orderedBytes > maxOrderedBytes) {
      // The limit is for messages that pile up because the client does not read. If the client keeps up, even
      // a message above the limit is sent immediately.
      this.#flush(Number.POSITIVE_INFINITY);
      if (this.#queue.orderedBytes > maxOrderedBytes) {
        this.#onOverflow();
        return;
      }
    }
    const { flushScheduler } = this.#runtime;
    if (when === 'urgently') flushScheduler.scheduleUrgent(this);
    else if (when === 'soon') flushScheduler.scheduleSoon(this);
    else flushScheduler.schedule(this);
  }

  addConflated(change: ConflatedChange): void {
    if (!this.#isOpen) return;
    this.#queue.addConflated(change);
    this.#runtime.flushScheduler.schedule(this);
  }

  /** Drops the queued conflated changes of a group. */
  dropGroup(groupName: string): void {
    this.#queue.dropGroup(groupName);
  }

  /** True if little enough is queued and buffered that a stream may send its next item. */
  get isWritable(): boolean {
    const { slowBelowBytes, slowAboveBytes } = this.#runtime.settings;
    if (this.#isSlow || this.#queue.orderedBytes >= slowBelowBytes) return false;
    // A single long message can fill the socket of a client that is not marked as slow.
    return this.#transport.bufferedBytes <= slowAboveBytes;
  }

  /** Resolves when the writer is writable or stopped. */
  whenWritable(): Promise<void> {
    if (!this.#isOpen || this.isWritable) return Promise.resolve();
    this.#runtime.flushScheduler.scheduleUrgent(this);
    return new Promise((resolve) => this.#writableWaiters.push(resolve));
  }

  /** Writes one frame, unless the client is slow. The rest follows after other clients. */
  flush(): void {
    this.#flush(1);
    if (this.#writableWaiters.length === 0) return;
    if (this.isWritable) this.#notifyWritable();
    // Perhaps nothing else is queued that would reveal it.
    else if (this.#transport.bufferedBytes > this.#runtime.settings.slowAboveBytes) this.#setSlow(true);
  }

  #flush(maxFrames: number): void {
    if (!this.#isOpen || (this.#queue.isEmpty && !this.#isSlow)) return;
    const { settings, flushScheduler } = this.#runtime;
    const resumeAt = this.#isSlow ? settings.slowBelowBytes : settings.slowAboveBytes;
    let buffered = this.#transport.bufferedBytes;
    if (buffered <= resumeAt) {
      this.#setSlow(false);
      if (this.#queue.isEmpty) return;
      for (let frames = 0; buffered <= settings.slowAboveBytes; frames++) {
        if (frames === maxFrames) {
          flushScheduler.continueLater(this);
          return;
        }
        this.#writeFrame();
        if (this.#queue.isEmpty) return;
        buffered = this.#transport.bufferedBytes;
      }
    }
    this.#setSlow(true);
    // Without a flush interval this would poll in every turn. Then `drained` continues the writing.
    if (settings.flushIntervalMs > 0) flushScheduler.schedule(this);
  }

  /** The transport has sent everything. */
  drained(): void {
    if (this.#isSlow) this.#runtime.flushScheduler.scheduleUrgent(this);
  }

  /** Sends a ping when nothing was sent for `keepAliveMs`. */
  keepAlive(nowMs: number): void {
    if (this.#hasSent) {
      this.#hasSent = false;
      this.#lastSentMs = nowMs;
    } else if (nowMs - this.#lastSentMs >= this.#runtime.settings.keepAliveMs && this.#queue.isEmpty) {
      this.#lastSentMs = nowMs;
      this.add(this.#protocol.ping, 'inSlot');
    }
  }

  /** True if there is unsent data and the client has read nothing for `stallTimeoutMs`. */
  isStalled(nowMs: number): boolean {
    const buffered = this.#transport.bufferedBytes;
    const sentBytes = this.#bytesSent - buffered;
    if ((buffered === 0 && this.#queue.isEmpty) || sentBytes > this.#maxBytesTaken) {
      this.#maxBytesTaken = sentBytes;
      this.#lastProgressMs = nowMs;
      return false;
    }
    return nowMs - this.#lastProgressMs >= this.#runtime.settings.stallTimeoutMs;
  }

  /** Writes the queue, unless the client is slow, then `last`. Nothing is sent afterwards. */
  finish(last: Buffer): void {
    if (!this.#isOpen) return;
    if (!this.#isSlow && this.#queue.orderedBytes <= this.#runtime.settings.maxOrderedBytes) {
      let hasMore = true;
      while (hasMore) hasMore = this.#writeFrame();
    }
    this.#write(last);
    this.stop();
  }

  /** Drops the queue. Nothing is sent afterwards. */
  stop(): void {
    this.#isOpen = false;
    this.#setSlow(false);
    this.#queue.clear();
    this.#notifyWritable();
  }

  #notifyWritable(): void {
    for (const resolve of this.#writableWaiters.splice(0)) resolve();
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
    if (!this.#transport.canReuseFrames) assembler.keep(frame);
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
