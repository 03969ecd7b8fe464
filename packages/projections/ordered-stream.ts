// An ordered stream of row changes for one audience: each says which came before it, so that who misses one knows it and
// asks for everything again (design §4.3).
import { type Audience, audienceName } from './audience.ts';

export interface StreamChange<Row> {
  readonly audience: Audience;
  readonly rows: readonly Row[];
  readonly removed: readonly (string | number)[];
  readonly prev: number;
  readonly seq: number;
}

export class OrderedStreams {
  readonly #last = new Map<string, number>();

  /** Sequence number of the last change that this audience was told of, 0 when none. */
  lastSeq(audience: Audience): number {
    return this.#last.get(audienceName(audience)) ?? 0;
  }

  /** Takes note of a change; returns the number before it. */
  advance(audience: Audience, seq: number): number {
    const name = audienceName(audience);
    const prev = this.#last.get(name) ?? 0;
    this.#last.set(name, seq);
    return prev;
  }

  save(): readonly (readonly [string, number])[] {
    return [...this.#last];
  }

  load(saved: readonly (readonly [string, number])[]): void {
    this.#last.clear();
    for (const [name, seq] of saved) this.#last.set(name, seq);
  }
}
