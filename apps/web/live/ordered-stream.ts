// Order in a stream of changes (design §4.3): each change says which number came before it. What a snapshot already holds
// is dropped; a hole means that the snapshot must be asked for again; what overtakes an asked-for snapshot waits for it. A state that
// is told between two changes, such as a place in a queue, names the change before it as its own and moves nothing on.

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

const isBetween = ({ prev, seq }: Pick<StreamPlace, 'prev' | 'seq'>) => prev === seq;

export function createOrderedStream<Change extends StreamPlace>(): OrderedStream<Change> {
  /** `step` is the last change since the snapshot: what is told between changes follows it, or is old. */
  let place: { epoch: string; seq: number; step: number } | null = null;
  let isAwaiting = false;
  let waiting: Change[] = [];

  /** A change that reaches back before our place covers all since then, so only a later start is a hole. */
  function judge({ epoch, prev, seq }: Change): StreamVerdict {
    if (place === null || epoch !== place.epoch) return 'hole';
    if (prev > place.seq) return 'hole';
    if (isBetween({ prev, seq })) return seq >= place.step ? 'apply' : 'old';
    if (seq <= place.seq) return 'old';
    place = { epoch, seq, step: seq };
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
      place = { epoch, seq: asOf, step: 0 };
      isAwaiting = false;
      // What was told between changes before the snapshot is in it.
      const steps = waiting.filter((change) => !isBetween(change));
      const verdicts = steps.map((change) => ({ change, verdict: judge(change) }));
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
