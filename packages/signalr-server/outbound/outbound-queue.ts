// The outbound queue of one client, in sending order. It contains ordered messages, which are never dropped,
// and conflated changes, at most one per topic. Queueing allocates no object per message.
import type { ConflatedChange, ConflationTopic } from './conflated-change.ts';
import type { FrameAssembler } from './frame-assembler.ts';

type Entry = Buffer | ConflatedChange | null;

/** Above this number the remembered topics are forgotten as soon as the queue is empty. */
const maxRememberedTopics = 256;
/** Below this number of empty places the queue is not compacted. */
const minGapsToCompact = 1024;

export class OutboundQueue {
  readonly #entries: Entry[] = [];
  #head = 0;
  #count = 0;
  #gaps = 0;
  /** The position of entry 0 since the creation of the queue. Positions are never reused. */
  #base = 0;
  #lastOrderedPosition = -1;
  readonly #positions = new Map<ConflationTopic, number>();
  #orderedBytes = 0;

  get isEmpty(): boolean {
    return this.#head === this.#count;
  }

  /** Bytes of the queued ordered messages. */
  get orderedBytes(): number {
    return this.#orderedBytes;
  }

  add(message: Buffer): void {
    this.#lastOrderedPosition = this.#base + this.#count;
    this.#entries[this.#count++] = message;
    this.#orderedBytes += message.length;
  }

  /** Adds a change. If a change of the same topic is queued, one snapshot replaces both. */
  addConflated(change: ConflatedChange): void {
    const index = this.#queuedIndex(change.topic);
    if (index === null) {
      this.#append(change);
    } else if (this.#base + index > this.#lastOrderedPosition) {
      this.#entries[index] = change.merged;
    } else {
      // An ordered message in between may contain an older state. The newest state must follow it.
      this.#clear(index);
      this.#append(change.merged);
      this.#compactIfSparse();
    }
  }

  /** Drops the queued changes of a group. */
  dropGroup(groupName: string): void {
    for (let i = this.#head; i < this.#count; i++) {
      const entry = this.#entries[i];
      if (isChange(entry) && entry.topic.groupName === groupName) this.#clear(i);
    }
  }

  /**
   * Removes the first messages and returns them as one frame of at most `maxBytes` (or one longer message);
   * null if the queue is empty. A change whose snapshot throws is dropped and passed to `onLost`.
   */
  takeFrame(
    assembler: FrameAssembler,
    maxBytes: number,
    onLost: (change: ConflatedChange, error: unknown) => void,
  ): Buffer | null {
    const shared = this.#takeSharedFrame(assembler, maxBytes);
    if (shared !== null) return shared;
    assembler.begin();
    while (this.#head < this.#count) {
      const entry = this.#entries[this.#head] ?? null;
      if (entry === null) {
        this.#gaps--;
      } else {
        const bytes = isChange(entry) ? bytesOf(entry, assembler, onLost) : entry;
        if (bytes !== null) {
          if (assembler.count > 0 && assembler.size + bytes.length > maxBytes) {
            this.#compactIfSparse();
            return assembler.finish();
          }
          assembler.add(bytes);
        }
        if (!isChange(entry)) this.#orderedBytes -= entry.length;
        this.#entries[this.#head] = null;
      }
      this.#head++;
    }
    this.#reset();
    return assembler.finish();
  }

  /** The whole queue as one frame if the frame of the previous client had the same messages, otherwise null. */
  #takeSharedFrame(assembler: FrameAssembler, maxBytes: number): Buffer | null {
    if (this.#orderedBytes > maxBytes) return null;
    // A change or a gap is never identical to a message of a frame.
    const frame = assembler.lastFrameOf(this.#entries, this.#head, this.#count);
    if (frame === null) return null;
    this.#entries.fill(null, this.#head, this.#count);
    this.#orderedBytes = 0;
    this.#reset();
    return frame;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#positions.clear();
    this.#orderedBytes = 0;
    this.#gaps = 0;
    this.#reset();
  }

  #append(change: ConflatedChange): void {
    this.#positions.set(change.topic, this.#base + this.#count);
    this.#entries[this.#count++] = change;
  }

  #queuedIndex(topic: ConflationTopic): number | null {
    const position = this.#positions.get(topic);
    if (position === undefined) return null;
    const index = position - this.#base;
    if (index < this.#head || index >= this.#count) return null;
    const entry = this.#entries[index];
    return isChange(entry) && entry.topic === topic ? index : null;
  }

  #clear(index: number): void {
    this.#entries[index] = null;
    this.#gaps++;
  }

  #reset(): void {
    this.#base += this.#count;
    this.#head = 0;
    this.#count = 0;
    if (this.#positions.size > maxRememberedTopics) this.#positions.clear();
  }

  /**
   * Removes the gaps of sent and moved entries, so that the queue of a client that is never idle stays short.
   */
  #compactIfSparse(): void {
    const empty = this.#head + this.#gaps;
    if (empty < minGapsToCompact || empty * 2 < this.#count) return;
    const queued: Entry[] = [];
    for (let i = this.#head; i < this.#count; i++) {
      const entry = this.#entries[i] ?? null;
      if (entry !== null) queued.push(entry);
    }
    this.#base += this.#count;
    this.#positions.clear();
    this.#lastOrderedPosition = -1;
    for (const [i, entry] of queued.entries()) {
      if (isChange(entry)) this.#positions.set(entry.topic, this.#base + i);
      else this.#lastOrderedPosition = this.#base + i;
    }
    this.#entries.length = 0;
    this.#entries.push(...queued);
    this.#head = 0;
    this.#count = queued.length;
    this.#gaps = 0;
  }
}

function isChange(entry: Entry | undefined): entry is ConflatedChange {
  return entry !== null && entry !== undefined && !Buffer.isBuffer(entry);
}

function bytesOf(
  change: ConflatedChange,
  assembler: FrameAssembler,
  onLost: (change: ConflatedChange, error: unknown) => void,
): Buffer | null {
  try {
    return change.message().bytes(assembler.protocol);
  } catch (error) {
    onLost(change, error);
    return null;
  }
}
