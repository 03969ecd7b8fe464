// Order in a stream of changes: each change names the number of the change before it. A change that the snapshot already
// contains is dropped; a gap means that the snapshot must be requested again; changes that arrive before a requested
// snapshot wait for it. A state sent between two changes, such as a place in a queue, has `prev` equal to `seq` and does
// not advance the stream.

export interface StreamPosition {
  readonly epoch: string;
  readonly prev: number;
  readonly seq: number;
}

export type StreamVerdict = 'apply' | 'old' | 'wait' | 'gap';

export interface OrderedStream<Change extends StreamPosition> {
  /** A snapshot has been requested: changes wait until it arrives. */
  requested(): void;
  /** The request failed: the next change finds a gap and requests again. */
  requestFailed(): void;
  /** The snapshot has arrived; returns the waiting changes that follow it, in order. */
  snapshot(at: { epoch: string; asOf: number }): {
    readonly newer: readonly Change[];
    readonly hasGap: boolean;
  };
  /** What to do with a change. `apply` advances the stream; after `gap` the caller requests a snapshot. */
  receive(change: Change): StreamVerdict;
}

/** The most changes that wait for a snapshot; beyond it the oldest is dropped, and the gap requests again. */
const maxWaiting = 1_000;

const isBetween = ({ prev, seq }: Pick<StreamPosition, 'prev' | 'seq'>) => prev === seq;

export function createOrderedStream<Change extends StreamPosition>(): OrderedStream<Change> {
  /** `change` is the last change since the snapshot: a state sent between changes follows it, or is old. */
  let position: { epoch: string; seq: number; change: number } | null = null;
  let isAwaiting = false;
  let waiting: Change[] = [];

  /** A change that begins before our position covers everything since, so only a later beginning is a gap. */
  function judge({ epoch, prev, seq }: Change): StreamVerdict {
    if (position === null || epoch !== position.epoch) return 'gap';
    if (prev > position.seq) return 'gap';
    if (isBetween({ prev, seq })) return seq >= position.change ? 'apply' : 'old';
    if (seq <= position.seq) return 'old';
    position = { epoch, seq, change: seq };
    return 'apply';
  }

  return {
    requested() {
      isAwaiting = true;
    },
    requestFailed() {
      isAwaiting = false;
      position = null;
      waiting = [];
    },
    snapshot({ epoch, asOf }) {
      position = { epoch, seq: asOf, change: 0 };
      isAwaiting = false;
      // The snapshot contains every state that was sent between changes before it.
      const changes = waiting.filter((change) => !isBetween(change));
      const verdicts = changes.map((change) => ({ change, verdict: judge(change) }));
      waiting = [];
      const newer = verdicts.filter(({ verdict }) => verdict === 'apply').map(({ change }) => change);
      return { newer, hasGap: verdicts.some(({ verdict }) => verdict === 'gap') };
    },
    receive(change) {
      if (!isAwaiting) return judge(change);
      waiting.push(change);
      if (waiting.length > maxWaiting) waiting.shift();
      return 'wait';
    },
  };
}
