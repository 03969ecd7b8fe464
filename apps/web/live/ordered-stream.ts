// Order in a stream of changes (design §4.3): each change says which number came before it. What a snapshot already holds
// is dropped; a hole means that the snapshot must be asked for again; what overtakes an asked-for snapshot waits for it.

export interface StreamPlace {
  readonly epoch: string;
  readonly prev: number;
  readonly seq: number;
}

export type StreamVerdict = 'apply' | 'old' | 'wait' | 'hole';

export interface OrderedStream<Change extends StreamPlace> {
  /** A snapshot has been asked for: changes wait until it is there. */
  asked(): void;
  /** The asking failed: the next change finds a hole and asks again. */
  notAsked(): void;
  /** The snapshot is there; returns the changes that waited and follow it, in order. */
  snapshot(place: { epoch: string; asOf: number }): {
    readonly newer: readonly Change[];
    readonly hasHole: boolean;
  };
  /** What to do with a change. `apply` moves the stream on; after `hole` the caller asks for a snapshot. */
  receive(change: Change): StreamVerdict;
}

/** Changes kept while a snapshot is under way; with more than this the oldest go, and the hole asks again. */
const maxWaiting = 1_000;

export function createOrderedStream<Change extends StreamPlace>(): OrderedStream<Change> {
  let place: { epoch: string; seq: number } | null = null;
  let isAwaiting = false;
  let waiting: Change[] = [];

  /** A change that reaches back before our place covers all since then, so only a later start is a hole. */
  function judge({ epoch, prev, seq }: Change): StreamVerdict {
    if (place === null || epoch !== place.epoch) return 'hole';
    if (seq <= place.seq) return 'old';
    if (prev > place.seq) return 'hole';
    place = { epoch, seq };
    return 'apply';
  }

  return {
    asked() {
      isAwaiting = true;
    },
    notAsked() {
      isAwaiting = false;
      place = null;
      waiting = [];
    },
    snapshot({ epoch, asOf }) {
      place = { epoch, seq: asOf };
      isAwaiting = false;
      const verdicts = waiting.map((change) => ({ change, verdict: judge(change) }));
      waiting = [];
      const newer = verdicts.filter(({ verdict }) => verdict === 'apply').map(({ change }) => change);
      return { newer, hasHole: verdicts.some(({ verdict }) => verdict === 'hole') };
    },
    receive(change) {
      if (!isAwaiting) return judge(change);
      waiting.push(change);
      if (waiting.length > maxWaiting) waiting.shift();
      return 'wait';
    },
  };
}
