// The market hub's work for a connection (HUB-1 to 3), independent of the transport. It greets the connection, answers its invocations, and
// adds it to the groups whose messages it may receive. market-feed.ts sends these messages. Sessions, limits and sockets are the host's
// responsibility.
import type { FeedSource, Viewer } from '@openpit/projections';
import {
  type ConnectionComponent,
  connectionComponents,
  type DataSet,
  type DataSetInit,
  type DataSetName,
  dataSetIds,
  dataSetNameOf,
  dataSetPartSize,
  dataSets,
  type FilledDataSet,
  type GroupsReply,
  type MarketHubEvent,
  type MarketHubEvents,
  type MarketRow,
  marketChunkSize,
  type SubscribeReply,
  subscribeBatchSize,
} from '@openpit/wire';
import {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  InvocationRejected,
  memberGroup,
  requestedGroup,
  strikesGroup,
  trendGroup,
  userGroup,
  viewerOf,
} from './groups.ts';

/** Snapshots of depths that are sent before the client must have read some. */
export const depthsAtOnce = 50;
/** Rows of `Subscribe` in one message: the row of an option may have to be computed. */
const rowsAtOnce = 25;
/** The maximum number of contracts to which one connection may subscribe. */
const maxSubscriptions = 12_000;

/** A connection as the market sees it. */
export interface MarketConnection {
  readonly connectionId: string;
  readonly user: { readonly userId: string };
  /** The market's data for the connection; begins as `newSubscriptions()`. */
  readonly items: Subscriptions;
  readonly groups: { join(group: string): void; leave(group: string): void };
  /** Aborted when the connection ends. */
  readonly signal: { readonly aborted: boolean };
  send<Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]): void;
  /** Resolves when the client has read enough of the messages that were sent. */
  whenWritable(): Promise<void>;
}

export interface Subscriptions {
  /** The `displaySeq` of each contract whose depth is watched. */
  readonly depth: Set<number>;
  contracts: Set<string>;
}

export const newSubscriptions = (): Subscriptions => ({ depth: new Set(), contracts: new Set() });

interface MarketHubHost {
  /** Changes with each start. Clients discard everything from another epoch. */
  readonly epoch: string;
  readonly now: () => number;
  /** True while the venue accepts commands. */
  readonly takesCommands: () => boolean;
  /** Performs long work of a user in slices, so that other work runs in between. */
  readonly inSlices: (userId: string, steps: () => Iterator<unknown>) => Promise<void>;
}

export type MarketHubMethods = ReturnType<typeof createMarketHubMethods>;

/** The methods of the hub but `DisconnectCheck`, and the handlers of opening and closing connections. Methods throw InvocationRejected. */
export function createMarketHubMethods(source: FeedSource, host: MarketHubHost) {
  const { epoch, now, takesCommands } = host;
  const inSlices = waitingForSettled(source, host.inSlices);
  const depths = createDepthWatch(source, inSlices);

  /** Rows that are not watched are computed on request. */
  const rowsInSlices = async (contracts: readonly string[], userId: string): Promise<MarketRow[]> => {
    const rows: MarketRow[] = [];
    await inSlices(userId, function* () {
      for (const contract of contracts) {
        const row = source.market.row(contract);
        if (row !== undefined) rows.push(row);
        yield;
      }
    });
    return rows;
  };

  return {
    /** `component`: the query parameter of the connection's address. */
    connected(context: MarketConnection, component: string | null): void {
      const { userId } = context.user;
      context.send('onConnected', { connectionId: context.connectionId, epoch, serverTime: now() });
      context.send('DownloadsCompleted', takesCommands() ? 'True' : 'False');
      const screen = componentOf(component);
      // The market connection receives everything that concerns its user and member; a connection for one screen receives prices only.
      if (screen === null || screen === 'All') {
        context.groups.join(userGroup(userId));
        const viewer = viewerOf(userId, source);
        if (viewer.member !== '') context.groups.join(memberGroup(viewer));
        context.groups.join(announcementsGroup);
      }
      context.groups.join(feedGroup);
      context.send('MarketInit', { epoch, count: source.directory.listedContracts().length });
    },

    disconnected({ items }: Pick<MarketConnection, 'items'>): void {
      depths.stop(items.depth);
    },

    methods: {
      SubscribeToGroups(context: MarketConnection, names: readonly string[]): GroupsReply {
        const viewer = viewerOf(context.user.userId, source);
        const groups = names.map((name) => requestedGroup(name, viewer));
        for (const group of groups) context.groups.join(group);
        return { Status: 'Success', Groups: names };
      },

      SubscribeDepth: depths.watch,

      SubscribeToStrike(context: MarketConnection, instrument: string): SubscribeReply {
        if (source.directory.instrument(instrument) === undefined)
          return { Status: 'Success', Unknown: [instrument] };
        context.groups.join(strikesGroup(instrument));
        return { Status: 'Success', Unknown: [] };
      },

      SubscribeToDailyTrend(context: MarketConnection, contract: string): SubscribeReply {
        if (source.directory.contract(contract) === undefined)
          return { Status: 'Success', Unknown: [contract] };
        context.groups.join(trendGroup(contract));
        const rows = source.dailyFigures.trendOfToday(contract, source.directory.businessDay);
        context.send('DailyTrendUpdate', { rows, asOf: source.lastSeq });
        return { Status: 'Success', Unknown: [] };
      },

      async PublishAllData(context: MarketConnection, dataSetId: number): Promise<void> {
        const name = dataSetNameOf(dataSetId);
        if (name === undefined) throw new InvocationRejected(`There is no data set ${dataSetId}.`);
        const sendPart = partsOf(name, context, { source, epoch });
        for (let more = true; more; ) {
          // A day's orders may be larger than a connection's outbound buffer.
          await context.whenWritable();
          // A part is sent in the turn that makes its rows: no change of one of them is sent before it.
          await inSlices(context.user.userId, () =>
            oneStep(() => {
              more = sendPart();
            }),
          );
        }
      },

      async GetMarketDisplayChunks(context: MarketConnection): Promise<void> {
        const asOf = source.lastSeq;
        const names = source.directory.listedContracts().map(({ contract }) => contract);
        const chunkCount = Math.ceil(names.length / marketChunkSize);
        for (let index = 0; index < chunkCount; index += 1) {
          await context.whenWritable();
          const from = index * marketChunkSize;
          const rows = await rowsInSlices(names.slice(from, from + marketChunkSize), context.user.userId);
          if (context.signal.aborted) return;
          const subscribed = context.items.contracts.size;
          context.send('MarketDisplayChunk', { index, of: chunkCount, subscribed, rows });
        }
        const subscribed = context.items.contracts.size;
        context.send('MarketDisplayCompleted', { count: names.length, subscribed, asOf });
      },

      async Subscribe(context: MarketConnection, contracts: readonly string[]): Promise<SubscribeReply> {
        const knownContracts = contracts.filter(
          (contract) => source.directory.contract(contract) !== undefined,
        );
        const subscribed = new Set([...context.items.contracts, ...knownContracts]);
        if (subscribed.size > maxSubscriptions)
          throw new InvocationRejected(
            `A connection can subscribe to at most ${maxSubscriptions} contracts. Unsubscribe from some first, ${subscribeBatchSize} at a time.`,
          );
        context.items.contracts = subscribed;
        await inSlices(context.user.userId, function* () {
          for (let from = 0; from < knownContracts.length && !context.signal.aborted; from += rowsAtOnce) {
            const some = knownContracts.slice(from, from + rowsAtOnce);
            for (const contract of some) context.groups.join(contractGroup(contract));
            // Complete rows are sent first, because the later messages are changes to them.
            const rows = some
              .map((contract) => source.market.row(contract))
              .filter((row) => row !== undefined);
            if (rows.length > 0) context.send('MarketDisplay', { asOf: source.lastSeq, rows });
            yield;
          }
        });
        const unknown = contracts.filter((contract) => source.directory.contract(contract) === undefined);
        return { Status: 'Success', Unknown: unknown };
      },

      Unsubscribe(context: MarketConnection, contracts: readonly string[]): SubscribeReply {
        for (const contract of contracts) {
          context.items.contracts.delete(contract);
          context.groups.leave(contractGroup(contract));
        }
        const unknown = contracts.filter((contract) => source.directory.contract(contract) === undefined);
        return { Status: 'Success', Unknown: unknown };
      },
    },
  };
}

/** The depths that connections watch. A depth view exists only while some connection watches it. */
function createDepthWatch(source: FeedSource, inSlices: MarketHubHost['inSlices']) {
  /** The number of connections that watch the depth of each contract. */
  const watchers = new Map<string, number>();
  const contractOf = (displaySeq: number) => source.directory.contractOfDisplaySeq(displaySeq)?.contract;

  const stop = (displaySeqs: Iterable<number>): void => {
    for (const displaySeq of displaySeqs) {
      const contract = contractOf(displaySeq);
      const count = contract === undefined ? undefined : watchers.get(contract);
      if (contract === undefined || count === undefined) continue;
      if (count > 1) watchers.set(contract, count - 1);
      else {
        watchers.delete(contract);
        source.depth.close(contract);
      }
    }
  };

  /** Watches these depths and no others, and sends a snapshot of each. */
  const watch = async (
    context: MarketConnection,
    displaySeqs: readonly number[],
  ): Promise<SubscribeReply> => {
    const requested = new Set(displaySeqs);
    const watched = context.items.depth;
    for (const displaySeq of watched) {
      context.groups.leave(depthGroup(displaySeq));
      if (requested.has(displaySeq)) continue;
      watched.delete(displaySeq);
      stop([displaySeq]);
    }
    const unknown: string[] = [];
    const sendDepths = function* (some: readonly number[]) {
      for (const displaySeq of some) {
        // A connection that has ended no longer watches anything.
        if (context.signal.aborted) return;
        const contract = contractOf(displaySeq);
        if (contract === undefined) unknown.push(String(displaySeq));
        else {
          if (!watched.has(displaySeq)) watchers.set(contract, (watchers.get(contract) ?? 0) + 1);
          watched.add(displaySeq);
          const { rows, seq } = source.depth.open(contract, source.directory.disclosesMembers);
          context.groups.join(depthGroup(displaySeq));
          context.send('DepthSnapshot', { DisplaySeq: displaySeq, DepthRows: rows, seq });
        }
        yield;
      }
    };
    const all = [...requested];
    for (let from = 0; from < all.length; from += depthsAtOnce) {
      // The snapshots of the whole market are larger than a connection's outbound buffer.
      if (from > 0) await context.whenWritable();
      const some = all.slice(from, from + depthsAtOnce);
      await inSlices(context.user.userId, () => sendDepths(some));
    }
    return { Status: 'Success', Unknown: unknown };
  };
  return { watch, stop };
}

function componentOf(text: string | null): ConnectionComponent | null {
  return connectionComponents.find((component) => component === text) ?? null;
}

const isFilled = (name: DataSetName): name is FilledDataSet => name in dataSets;

/** A set of MODEL-6 that no projection fills yet is sent without rows. */
const unfilled = { initEvent: 'DataSetInit' } as const;

type RowsInSteps = ReturnType<FeedSource['rowsInSteps']>;

/** The rows that PublishAllData sends of a data set (MODEL-6): those that this viewer may see. */
const rowsOf = (
  name: DataSetName,
  { source, viewer }: { readonly source: FeedSource; readonly viewer: Viewer },
): RowsInSteps =>
  isFilled(name) ? source.rowsInSteps(name, viewer) : { rows: [].values(), asOf: source.lastSeq };

/** Sends the next part of a set with each call, and returns whether something is left to send. */
function partsOf(
  name: DataSetName,
  context: MarketConnection,
  { source, epoch }: { readonly source: FeedSource; readonly epoch: string },
): () => boolean {
  const { initEvent }: Pick<DataSet, 'initEvent'> = isFilled(name) ? dataSets[name] : unfilled;
  const id = initEvent === 'DataSetInit' ? { dataSetId: dataSetIds[name] } : {};
  let set: RowsInSteps | null = null;
  let part = 0;
  return () => {
    if (context.signal.aborted) return false;
    set ??= rowsOf(name, { source, viewer: viewerOf(context.user.userId, source) });
    const { rows, more } = nextPart(set.rows);
    // The first part is sent in any case: with it the client begins to apply changes.
    if (more && part > 0 && rows.length === 0) return true;
    const place = more ? { part, more } : part > 0 ? { part } : {};
    // The table names the event that carries the rows of this set.
    context.send(initEvent, { ...id, rows, epoch, asOf: set.asOf, ...place } as DataSetInit);
    part += 1;
    return more;
  };
}

/** `more`: whether rows may be left. */
function nextPart(steps: RowsInSteps['rows']): { readonly rows: readonly object[]; readonly more: boolean } {
  const rows: object[] = [];
  for (let count = 0; count < dataSetPartSize; count += 1) {
    const step = steps.next();
    if (step.done === true) return { rows, more: false };
    if (step.value !== undefined) rows.push(step.value);
  }
  return { rows, more: true };
}

/** Like `inSlices`, but no step runs in the middle of a long outcome, which it would have to complete first. */
function waitingForSettled(
  source: Pick<FeedSource, 'whenSettled'>,
  inSlices: MarketHubHost['inSlices'],
): MarketHubHost['inSlices'] {
  return async (userId, steps) => {
    const work = steps();
    for (let isDone = false; !isDone; ) {
      await source.whenSettled;
      await inSlices(userId, function* () {
        while (!isDone && source.whenSettled === null) {
          isDone = work.next().done === true;
          if (!isDone) yield;
        }
      });
    }
  };
}

const oneStep = (work: () => void): Iterator<unknown> => ({
  next() {
    work();
    return { done: true, value: undefined };
  },
});
