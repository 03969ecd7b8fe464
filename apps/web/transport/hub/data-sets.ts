// The data sets that the hub publishes. Each has an ordered stream, which requests the complete set after a gap. Some sets are loaded only
// when a panel first shows them.
import {
  type AnnouncedCall,
  type DataSet,
  type DataSetUpdate,
  dataSets,
  type FilledDataSet,
  type RowsInit,
} from '@openpit/wire';
import type { KeyedStore, LoadStatus } from '../../stores/keyed-store.ts';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import { createSignal, type Signal } from '../../ui/signal.ts';

interface StreamPosition {
  readonly epoch: string;
  readonly prev: number;
  readonly seq: number;
}

type StreamVerdict = 'apply' | 'old' | 'wait' | 'gap';

interface OrderedStream<Change extends StreamPosition> {
  /** A snapshot has been requested: changes wait until it arrives. */
  requested(): void;
  /** The request failed: the next change finds a gap and requests again. */
  requestFailed(): void;
  /** The snapshot has arrived; returns the waiting changes that follow it, in order. */
  snapshot(at: { epoch: string; asOf: number }): {
    readonly newer: readonly Change[];
    readonly hasGap: boolean;
  };
  /** Decides whether to apply a change. `apply` advances the stream; after `gap` the caller requests a snapshot. */
  receive(change: Change): StreamVerdict;
}

/**
 * The maximum number of changes that wait for a snapshot. Beyond it the oldest is dropped, and the resulting gap triggers a new
 * request.
 */
const maxWaiting = 1_000;

const isBetween = ({ prev, seq }: Pick<StreamPosition, 'prev' | 'seq'>) => prev === seq;

/**
 * In a stream, each change names the number of the previous change. A change that the snapshot already contains is dropped. After a gap the
 * snapshot is requested again, and changes that arrive before it wait. A state sent between two changes, such as a place in a queue, has
 * `prev` equal to `seq` and does not advance the stream.
 */
export function createOrderedStream<Change extends StreamPosition>(): OrderedStream<Change> {
  /** `change` is the last change since the snapshot. A state sent between changes is current only if it follows this change. */
  let position: { epoch: string; seq: number; change: number } | null = null;
  let isAwaiting = false;
  let waiting: Change[] = [];

  /** Only a change that begins after our position leaves a gap; a change that begins before it covers everything since. */
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

/** The receiver's operations on the store of a set. */
type ReceivingStore = Pick<
  KeyedStore<object, RowKey>,
  'replaceAll' | 'merge' | 'remove' | 'status' | 'setStatus'
>;

/** Sets are identified by their id on the wire; a set that is not in the wire's table is ignored. */
export interface DataSetReceiver {
  requested(dataSetId: number): void;
  requestFailed(dataSetId: number): void;
  /** A set in one message, or a part of it. Throws if a row has no key; the set then stays unchanged. */
  init(dataSetId: number, snapshot: RowsInit<object>): void;
  update(change: DataSetUpdate): void;
  /** Newer rows of a set whose changes have no order. */
  merge(dataSetId: number, rows: readonly object[]): void;
}

interface ReceivedSet {
  readonly name: FilledDataSet;
  readonly key: string;
  readonly store: ReceivingStore;
  readonly stream: OrderedStream<DataSetUpdate>;
  /**
   * The load in progress, or null: its rows by key, including later changes, and the number of
   * received parts. After the last part, these rows replace the rows of the store.
   */
  loading: { readonly rows: Map<RowKey, object>; parts: number; last: object | null } | null;
}

/** The receiver fills the stores of the data sets of MODEL-6 from snapshots and ordered changes. */
export function createDataSetReceiver({
  stores,
  requestAgain,
  onSnapshot,
  onRows,
}: {
  stores: Readonly<Record<FilledDataSet, ReceivingStore>>;
  requestAgain: (dataSetId: number) => void;
  /** Called with the number of rows after a snapshot has been stored. */
  onSnapshot: (dataSetId: number, count: number) => void;
  /** Called after rows of a set have been stored, from a snapshot or a change. */
  onRows: (name: FilledDataSet) => void;
}): DataSetReceiver {
  const names = Object.keys(dataSets) as FilledDataSet[];
  const sets = new Map<number, ReceivedSet>(
    names.map((name) => {
      const { id, key } = dataSets[name];
      return [id, { name, key, store: stores[name], stream: createOrderedStream(), loading: null }];
    }),
  );

  return {
    requested(dataSetId) {
      const set = sets.get(dataSetId);
      if (!set) return;
      // Parts in transit belong to the previous request.
      set.loading = null;
      set.stream.requested();
      if (set.store.status() !== 'success') set.store.setStatus('loading');
    },
    requestFailed(dataSetId) {
      const set = sets.get(dataSetId);
      if (!set) return;
      set.loading = null;
      set.stream.requestFailed();
      if (set.store.status() === 'loading') set.store.setStatus('error');
    },
    init(dataSetId, { rows, epoch, asOf, part = 0, more = false }) {
      const set = sets.get(dataSetId);
      if (!set) return;
      const keyed = withKeys(rows, set);
      let hasGap = false;
      if (part === 0) {
        set.loading = { rows: new Map(), parts: 1, last: null };
        put(set, keyed);
        const { newer, hasGap: isIncomplete } = set.stream.snapshot({ epoch, asOf });
        for (const change of newer) apply(set, change);
        hasGap = isIncomplete;
      } else {
        // The part belongs to a load that is over, or an earlier part is missing because it was invalid.
        if (part !== set.loading?.parts) return;
        set.loading.parts += 1;
        put(set, keyed);
      }
      if (!more && set.loading !== null) {
        const loaded = [...set.loading.rows.values()];
        set.loading = null;
        set.store.replaceAll(loaded);
        set.store.setStatus('success');
        onRows(set.name);
        onSnapshot(dataSetId, loaded.length);
      }
      if (hasGap) requestAgain(dataSetId);
    },
    update(change) {
      const set = sets.get(change.dataSetId);
      if (!set || !isWanted(set)) return;
      const verdict = set.stream.receive(change);
      if (verdict === 'apply') {
        apply(set, change);
        onRows(set.name);
      } else if (verdict === 'gap') requestAgain(change.dataSetId);
    },
    merge(dataSetId, rows) {
      const set = sets.get(dataSetId);
      if (set) apply(set, { rows, removed: [] });
    },
  };
}

/** True unless the set is loaded on request and has not been requested yet. */
function isWanted({ name, store }: ReceivedSet): boolean {
  return dataSets[name].isFollowed || store.status() !== 'notStarted';
}

function apply(set: ReceivedSet, { rows, removed }: Pick<DataSetUpdate, 'rows' | 'removed'>): void {
  set.store.merge(withKeys(rows, set));
  set.store.remove(removed);
  put(set, rows);
  for (const key of removed) set.loading?.rows.delete(key);
}

function put({ loading, key }: ReceivedSet, rows: readonly object[]): void {
  if (loading === null) return;
  for (const row of rows) {
    if (loading.last !== null) shareTexts(row, loading.last);
    loading.last = row;
    loading.rows.set(row[key as keyof object], row);
  }
}

/**
 * Rows repeat texts, such as contract names, and the decoder creates a new string each time. Reusing equal strings of the
 * previous row saves a fifth of the heap of a long set.
 */
function shareTexts(row: object, before: object): void {
  const [fields, earlier] = [row, before] as Record<string, unknown>[];
  for (const name in fields)
    if (typeof fields[name] === 'string' && fields[name] === earlier?.[name]) fields[name] = earlier[name];
}

function withKeys(rows: readonly object[], { name, key }: ReceivedSet): readonly object[] {
  for (const row of rows)
    if (!(key in row)) throw new Error(`A row of the data set ${name} has no ${key}, which is its key.`);
  return rows;
}

/**
 * Rows of a data set have arrived, in a snapshot or in a change. It reaches the screens even while the window is hidden and the
 * stores notify no listener.
 */
export const rowsReceived = createSignal<[name: FilledDataSet]>();

/** The exchange has announced something about its day: a phase, a halt, its end. */
export const exchangeDayChanged = createSignal();

/** The answers of these calls have changed, or may have changed while the connection was lost. Screens that keep them read them again. */
export const answersChanged = createSignal<[calls: readonly AnnouncedCall[]]>();

interface DataSetWatchOptions {
  readonly statusOf: (name: FilledDataSet) => LoadStatus;
  /** Requests the set; from then on its changes are received. */
  readonly load: (dataSetId: number) => Promise<number>;
  readonly dayChanged: Pick<Signal, 'on'>;
}

/**
 * Loads sets that are not followed from sign-in on, while a screen shows them. Call it when the screen appears; the returned function
 * ends it. The hub publishes no changes of most sets that are the same for everyone. Such a set is requested for each screen, and again
 * when the exchange announces something about its day.
 */
export function createDataSetWatch({ statusOf, load, dayChanged }: DataSetWatchOptions) {
  return (name: FilledDataSet): (() => void) => {
    const {
      id,
      isFollowed,
      owner,
      isLive = false,
    }: Pick<DataSet, 'id' | 'isFollowed' | 'isLive' | 'owner'> = dataSets[name];
    if (isFollowed) return () => undefined;
    const hasChanges = owner !== 'market' || isLive;
    const request = () => {
      const status = statusOf(name);
      if (status === 'loading' || (status === 'success' && hasChanges)) return;
      // The status of the store reports the failure.
      load(id).catch(() => undefined);
    };
    request();
    return hasChanges ? () => undefined : dayChanged.on(request);
  };
}
