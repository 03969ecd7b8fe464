// What waits for one client, in order: ordered messages, which are never dropped, and conflated changes, of which at
// most one a topic waits. Nothing is allocated for a message beyond its place in the queue.
import type { ConflatedChange, ConflationTopic } from './conflated-change.ts';
import type { FrameAssembler } from './frame-assembler.ts';

type Entry = Buffer | ConflatedChange | null;

/** Remembered topics beyond which they are forgotten as soon as nothing waits. */
const keptTopics = 256;
/** Empty places beyond which the queue is packed when they are the larger part. */
const keptGaps = 1024;

export class OutgoingQueue {
  readonly #entries: Entry[] = [];
  #head = 0;
  #count = 0;
  #gaps = 0;
  /** The position of entry 0 in the life of the queue; positions are never reused, so old ones do no harm. */
  #base = 0;
  #lastOrderedPosition = -1;
  readonly #positions = new Map<ConflationTopic, number>();
  #orderedBytes = 0;

  get isEmpty(): boolean {
    return this.#head === this.#count;
  }

  /** Bytes of the ordered messages that wait. */
  get orderedBytes(): number {
    return this.#orderedBytes;
  }

  /** Entries that wait, of both kinds. */
  get length(): number {
    return this.#count - this.#head - this.#gaps;
  }

  add(message: Buffer): void {
    this.#lastOrderedPosition = this.#base + this.#count;
    this.#entries[this.#count++] = message;
    this.#orderedBytes += message.length;
  }

  /** Adds a change; if one of its topic waits, the whole state takes the place of both. */
  addConflated(change: ConflatedChange): void {
    const index = this.#waitingIndex(change.topic);
    if (index === null) {
      this.#append(change);
    } else if (this.#base + index > this.#lastOrderedPosition) {
      this.#entries[index] = change.merged;
    } else {
      // An ordered message came after the waiting change and may hold an older state: the newest must follow it.
      this.#clear(index);
      this.#append(change.merged);
      this.#packIfSparse();
    }
  }

  /** Drops the waiting changes of a group. */
  dropGroup(groupName: string): void {
    for (let i = this.#head; i < this.#count; i++) {
      const entry = this.#entries[i];
      if (isChange(entry) && entry.topic.groupName === groupName) this.#clear(i);
    }
  }

  /**
   * Takes the first messages, up to `maxBytes` (or one that is longer by itself), as one frame; null when nothing
   * waits. A change whose whole state cannot be had is dropped and given to `onLost`.
   */
  takeFrame(
    assembler: FrameAssembler,
    maxBytes: number,
    onLost: (change: ConflatedChange, error: unknown) => void,
  ): Buffer | null {
    const whole = this.#takeWhole(assembler, maxBytes);
    if (whole !== null) return whole;
    assembler.begin();
    while (this.#head < this.#count) {
      const entry = this.#entries[this.#head] ?? null;
      if (entry === null) {
        this.#gaps--;
      } else {
        const bytes = isChange(entry) ? bytesOf(entry, assembler, onLost) : entry;
        if (bytes !== null) {
          if (assembler.count > 0 && assembler.size + bytes.length > maxBytes) {
            this.#packIfSparse();
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

  /** The frame of all that waits when another client has just waited for the same; null when none has. */
  #takeWhole(assembler: FrameAssembler, maxBytes: number): Buffer | null {
    if (this.#orderedBytes > maxBytes) return null;
    // A change, or a gap, is never part of a frame that was made.
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

  #waitingIndex(topic: ConflationTopic): number | null {
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
    if (this.#positions.size > keptTopics) this.#positions.clear();
  }

  /** Closes the gaps that sent and moved entries have left, so that a client which is never idle keeps a short queue. */
  #packIfSparse(): void {
    const empty = this.#head + this.#gaps;
    if (empty < keptGaps || empty * 2 < this.#count) return;
    const waiting: Entry[] = [];
    for (let i = this.#head; i < this.#count; i++) {
      const entry = this.#entries[i] ?? null;
      if (entry !== null) waiting.push(entry);
    }
    this.#base += this.#count;
    this.#positions.clear();
    this.#lastOrderedPosition = -1;
    for (const [i, entry] of waiting.entries()) {
      if (isChange(entry)) this.#positions.set(entry.topic, this.#base + i);
      else this.#lastOrderedPosition = this.#base + i;
    }
    this.#entries.length = 0;
    this.#entries.push(...waiting);
    this.#head = 0;
    this.#count = waiting.length;
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
