// Runs a stream of commands through the venue's order books, and computes a fingerprint of all deals from their events.
import {
  type BookEntry,
  LadderOrderBook,
  lots,
  type MatchListener,
  type RestingMatch,
  ticks,
} from '@openpit/venue';
import { recordFields } from './stream-file.ts';

export interface StreamResult {
  readonly trades: number;
  readonly volume: number;
  /** FNV-1a over maker, taker, price and quantity of each deal, in order. */
  readonly hash: string;
}

class Fingerprint implements MatchListener {
  taker = 0;
  trades = 0;
  volume = 0;
  #hash = 0x811c9dc5 | 0;

  matched({ order, tick, dealt }: RestingMatch): void {
    this.trades += 1;
    this.volume += dealt;
    let hash = Math.imul(this.#hash ^ order, 0x01000193);
    hash = Math.imul(hash ^ this.taker, 0x01000193);
    hash = Math.imul(hash ^ tick, 0x01000193);
    this.#hash = Math.imul(hash ^ dealt, 0x01000193);
  }

  result(): StreamResult {
    return {
      trades: this.trades,
      volume: this.volume,
      hash: (this.#hash >>> 0).toString(16).padStart(8, '0'),
    };
  }
}

/** `onCommand` is called after each command, to time single ones. */
export function driveBooks(stream: Int32Array, onCommand?: (index: number) => void): StreamResult {
  const commands = stream.length / recordFields;
  const books: LadderOrderBook[] = [];
  const entries = new Int32Array(highestOrder(stream) + 1);
  const fingerprint = new Fingerprint();
  for (let index = 0; index < commands; index += 1) {
    const at = index * recordFields;
    const bookIndex = stream[at + 1] ?? 0;
    books[bookIndex] ??= new LadderOrderBook();
    const book = books[bookIndex];
    const order = stream[at + 2] ?? 0;
    if (stream[at] === 1) book.remove(entries[order] as BookEntry);
    else {
      const side = stream[at + 3] === 0 ? 'B' : 'S';
      const limit = ticks(stream[at + 4] ?? 0);
      fingerprint.taker = order;
      const left = book.match({ side, limit, lots: lots(stream[at + 5] ?? 0) }, fingerprint);
      if (left > 0) entries[order] = book.rest({ order, side, tick: limit, lots: left });
    }
    onCommand?.(index);
  }
  return fingerprint.result();
}

function highestOrder(stream: Int32Array): number {
  let highest = 0;
  for (let at = 2; at < stream.length; at += recordFields) highest = Math.max(highest, stream[at] ?? 0);
  return highest;
}
