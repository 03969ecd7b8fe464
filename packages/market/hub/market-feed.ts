// Publishes the market on the hub. Changes to ordered data sets are sent immediately and in order to the users who may see them.
// Prices and depth are conflated: each row is sent at most twenty times a second, in its newest state. A heartbeat is sent every
// second. Members' rows are urgent and leave with the reply to the command; other messages leave with the connection's next
// flush. Rows are published in slices, so that no order waits for them, and only if there are subscribers.
import {
  audienceName,
  type ChangedMarketRow,
  type DataSetChange,
  type DepthChange,
  type FeedSource,
  type OutcomeChanges,
} from '@openpit/projections';
import type { EventKind, Outcome } from '@openpit/venue';
import {
  type AnnouncedCall,
  dataSetIds,
  type MarketHubEvent,
  type MarketHubEvents,
  paths,
  userReads,
} from '@openpit/wire';
import {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  strikesGroup,
  trendGroup,
  userGroup,
} from './groups.ts';

/** The shortest time between two updates of a row, or of a depth. */
const minUpdateIntervalMs = 50;
/** The shortest time between two computations of indicative prices. */
const minIndicativeIntervalMs = 250;
/** The interval at which the host calls `poll`. */
export const pollMs = 10;
/** The interval at which the host calls `beat`. */
export const heartbeatMs = 1_000;

/** Why the connections of a user are closed, for a program that does not connect again by itself. */
const scopeChanged = 'The operator has changed what you may see. Connect again and load everything again.';

/** The connections of the hub as the feed sees them. A message is encoded once for all members of a group. */
export interface FeedHub<Message> {
  group(name: string): FeedGroup<Message>;
  readonly all: Sends;
  message<Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]): Message;
  contexts(): Iterable<{
    readonly user: { readonly userId: string };
    close(options: { readonly error: string; readonly allowReconnect: boolean }): void;
  }>;
}

interface Sends {
  send<Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]): void;
}

export interface FeedGroup<Message> extends Sends {
  /** The number of connections in the group. */
  readonly size: number;
  /** Like `send`; an urgent message does not wait for others, unless there are too many of them. */
  sendMessage(message: Message, options: { readonly urgent: boolean }): void;
  /** Sends a change of a state; clients need only its newest value; `snapshot` may replace changes that were not sent. */
  conflate(key: string, change: { readonly update: Message; readonly snapshot: () => Message }): void;
}

interface FeedHost {
  readonly epoch: string;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** Work in slices; `begin` during a round has the next one follow it. */
  readonly inSlices: (steps: () => Iterator<unknown>) => { begin(): void; stop(): void };
}

export interface MarketFeed {
  /** Publishes a changed data set of a long outcome before `publish` receives the rest. */
  publishDataSet(change: DataSetChange): void;
  publish(outcome: Outcome, changes: OutcomeChanges): void;
  /** Informs all clients whether the venue accepts commands. */
  announceState(takesCommands: boolean): void;
  /** Publishes prices and depth that have changed. The host calls it every `pollMs`. */
  poll(): void;
  /** Sends the heartbeat, trends and places in queues. The host calls it every `heartbeatMs`. */
  beat(): void;
  stop(): void;
}

export function createMarketFeed<Message>(
  hub: FeedHub<Message>,
  source: FeedSource,
  { epoch, nowMs: readMs, inSlices }: FeedHost,
): MarketFeed {
  /** Contracts that have changed since their trend was last published. */
  const trendsToPublish = new Set<string>();
  /** When each row was last published. */
  const publishedAtMs = new Map<string, number>();
  const isWatched = (contract: string) =>
    hub.group(contractGroup(contract)).size > 0 || hub.group(trendGroup(contract)).size > 0;
  let nowMs = readMs();
  let depthAtMs = nowMs;
  let indicativeAtMs = nowMs;
  const isDue = (contract: string) =>
    nowMs - (publishedAtMs.get(contract) ?? Number.NEGATIVE_INFINITY) >= minUpdateIntervalMs;
  const rows = inSlices(
    untilUnsettled(source, function* () {
      nowMs = readMs();
      if (nowMs - indicativeAtMs >= minIndicativeIntervalMs) {
        indicativeAtMs = nowMs;
        for (const _contract of source.takeIndicativePrices()) yield;
      }
      for (const change of source.market.changes({ isWatched, isDue })) {
        sendRow(change);
        publishedAtMs.set(change.contract, nowMs);
        trendsToPublish.add(change.contract);
        yield;
      }
      if (nowMs - depthAtMs < minUpdateIntervalMs) return;
      for (const { contract, change } of source.depth.takeChanges()) {
        depthAtMs = nowMs;
        sendDepth(contract, change);
        yield;
      }
    }),
  );
  const trendsAndPlaces = inSlices(
    untilUnsettled(source, function* () {
      for (const contract of trendsToPublish) {
        trendsToPublish.delete(contract);
        if (sendTrend(contract)) yield;
      }
      for (const change of source.takeQueuePlaces()) {
        sendDataSet(change, false);
        yield;
      }
    }),
  );
  const sendDataSet = (change: DataSetChange, urgent: boolean) => {
    const group = hub.group(audienceName(change.audience));
    // The rows of a change are made when they are read, because most changes are for an audience without subscribers.
    if (group.size === 0) return;
    const { dataSetId, rows, removed, prev, seq } = change;
    group.sendMessage(hub.message('DataSetUpdate', { dataSetId, rows, removed, epoch, prev, seq }), {
      urgent,
    });
  };

  /** Today's trend of a contract, to its subscribers; returns whether there are any. */
  const sendTrend = (contract: string): boolean => {
    const subscribers = hub.group(trendGroup(contract));
    if (subscribers.size === 0) return false;
    const { dailyFigures, directory, lastSeq: asOf } = source;
    const rows = dailyFigures.trendOfToday(contract, directory.businessDay);
    const update = hub.message('DailyTrendUpdate', { rows, asOf });
    if (rows.length > 0) subscribers.conflate('trend', { update, snapshot: () => update });
    return true;
  };

  /** The days that have ended, with their closing prices. */
  const sendEndedDay = ({ events, seq: asOf }: Outcome) => {
    const ended = events.find((event) => event.kind === 'dayEnded');
    for (const { contract } of ended?.marks ?? []) {
      if (hub.group(trendGroup(contract)).size === 0) continue;
      const closed = source.dailyFigures.lastTrend(contract);
      if (closed?.date === ended?.businessDay && closed !== undefined)
        hub.group(trendGroup(contract)).send('DailyTrendUpdate', { rows: [closed], asOf });
    }
  };

  const sendRow = ({ contract, change, whole }: ChangedMarketRow) => {
    const asOf = source.lastSeq;
    const snapshot = hub.message('MarketDisplay', { asOf, rows: [whole] });
    hub.group(contractGroup(contract)).conflate('row', {
      update: hub.message('MarketDisplay', { asOf, rows: [change] }),
      snapshot: () => snapshot,
    });
  };

  const sendDepth = (contract: string, { updates, prev, seq, whole }: DepthChange) => {
    const DisplaySeq = source.directory.contract(contract)?.displaySeq ?? 0;
    const snapshot = hub.message('DepthSnapshot', { DisplaySeq, DepthRows: whole.rows, seq });
    hub.group(depthGroup(DisplaySeq)).conflate('depth', {
      update: hub.message('DepthSnapshotUpdate', { DisplaySeq, Updates: updates, prev, seq }),
      snapshot: () => snapshot,
    });
  };

  /** All of it, to those who follow the market: a valuation changes every contract. */
  const sendMtm = () => {
    const { lastSeq: asOf } = source;
    const snapshot = hub.message('MTMInit', { rows: source.dailyFigures.mtmRows(), epoch, asOf });
    hub.group(announcementsGroup).conflate('mtm', { update: snapshot, snapshot: () => snapshot });
  };

  const sendRates = rateSender(hub, source, epoch);
  const publishDataSet = (change: DataSetChange) => sendDataSet(change, change.audience.kind !== 'everyone');
  return {
    publishDataSet,
    publish(outcome, { dataSets, announcements, notices, rightsOf, newContracts, isMtmChanged }) {
      for (const change of dataSets) publishDataSet(change);
      if (isMtmChanged) sendMtm();
      sendEndedDay(outcome);
      sendNewContracts(hub, source, { contracts: newContracts, epoch });
      if (outcome.events.some(({ kind }) => kind === 'ratesSet' || kind === 'referenceDataPlanned'))
        sendRates();
      for (const announcement of announcements)
        hub.group(announcementsGroup).send('MarketAnnouncement', announcement);
      for (const { userId, message } of notices)
        hub.group(userGroup(userId)).send('InfoErrorMessage', { message });
      for (const [userId, message] of changesOfRights(outcome, rightsOf, { hub, source })) {
        hub.group(userGroup(userId)).send('InfoErrorMessage', { message });
        hub.group(userGroup(userId)).send('AnswersChanged', { calls: answersOfUser });
      }
      const calls = [...new Set(outcome.events.flatMap(({ kind }) => answersOfAll[kind] ?? []))];
      if (calls.length > 0) hub.group(announcementsGroup).send('AnswersChanged', { calls });
      // A user who sees more or less than before starts again: the connections have received other data than the user may see now.
      for (const event of outcome.events)
        if (event.kind === 'dealerScopeSet')
          for (const context of hub.contexts())
            if (context.user.userId === event.userId)
              context.close({ error: scopeChanged, allowReconnect: true });
    },
    announceState(takesCommands) {
      hub.all.send('DownloadsCompleted', takesCommands ? 'True' : 'False');
    },
    poll: rows.begin,
    beat() {
      hub.group(feedGroup).send('MarketDisplay', { asOf: source.lastSeq, rows: [] });
      trendsAndPlaces.begin();
    },
    stop() {
      rows.stop();
      trendsAndPlaces.stop();
    },
  };
}

/** The calls whose answers an event changes for everyone. Phases and halts have announcements, and the end of a day ends all sessions. */
const answersOfAll: Readonly<Partial<Record<EventKind, readonly AnnouncedCall[]>>> = {
  memberPut: [userReads.getAllMembers.path],
  limitsChanged: [userReads.getContractDetails.path],
  selfMatchSet: [userReads.getPhases.path],
};
/** The calls whose answers contain a user's permissions and accounts. */
const answersOfUser: readonly AnnouncedCall[] = [paths.getHqAccess, paths.getUserPreference];

/** The users for whom `answersOfUser` have changed, and why. */
function* changesOfRights<Message>(
  { by, events }: Outcome,
  rightsOf: OutcomeChanges['rightsOf'],
  { hub, source }: { readonly hub: FeedHub<Message>; readonly source: FeedSource },
): Iterable<readonly [userId: string, message: string]> {
  // Users know what they changed themselves.
  if (by.kind === 'user') return;
  for (const userId of rightsOf) yield [userId, 'Your permissions were changed by the operator.'];
  const members = new Set(events.map(memberOfParty));
  for (const userId of new Set(Array.from(hub.contexts(), ({ user }) => user.userId)))
    if (members.has(source.rights.of(userId)?.member ?? ''))
      yield [userId, 'The operator has changed the accounts or dealers of your member.'];
}

/** The member whose dealers, clients or sub-accounts this event changes; undefined for other events. */
function memberOfParty(event: Outcome['events'][number]): string | undefined {
  if (event.kind === 'memberPut') return event.member.code;
  if (event.kind === 'dealerPut') return event.dealer.member;
  return event.kind === 'clientPut' ? event.client.member : undefined;
}

/** Ends a round early instead of reading in the middle of a long outcome. The next round sends the remaining rows. */
function untilUnsettled(source: Pick<FeedSource, 'whenSettled'>, steps: () => Iterable<unknown>) {
  return function* () {
    if (source.whenSettled !== null) return;
    for (const step of steps()) {
      yield step;
      if (source.whenSettled !== null) return;
    }
  };
}

/**
 * New options and deltas to the subscribers of their instrument's strikes, other new contracts to everyone, as complete rows; and the MTM of
 * all of them to those who follow the market.
 */
function sendNewContracts<Message>(
  hub: FeedHub<Message>,
  { market, lastSeq, dailyFigures }: FeedSource,
  { contracts, epoch }: { readonly contracts: readonly string[]; readonly epoch: string },
): void {
  if (contracts.length === 0) return;
  const rows = contracts.map((contract) => market.row(contract)).filter((row) => row !== undefined);
  const strikes = rows.filter((row) => row.underlying !== undefined);
  for (const instrument of new Set(strikes.map((row) => row.instrument)))
    hub
      .group(strikesGroup(instrument))
      .send('NewStrikeAdded', { rows: strikes.filter((row) => row.instrument === instrument) });
  const others = rows.filter((row) => row.underlying === undefined);
  if (others.length > 0) hub.group(feedGroup).send('MarketDisplay', { asOf: lastSeq, rows: others });
  const mtmRows = dailyFigures.mtmRows(contracts);
  sendRows(hub, { dataSetId: dataSetIds.mtm, rows: mtmRows, removed: [], epoch, seq: lastSeq });
}

/**
 * Sends margins and booking fees to those who show them, because no other message announces the values for later days. Rows that are no
 * longer announced are removed.
 */
function rateSender<Message>(hub: FeedHub<Message>, source: FeedSource, epoch: string): () => void {
  const sets = (['margins', 'bfProfiles'] as const).map((name) => {
    const read = () => source.rowsFor(name, { userId: '', member: '' }).rows;
    const keysOf = (rows: ReturnType<typeof read>) => new Set(rows.map(({ uniqueKey }) => uniqueKey));
    return { dataSetId: dataSetIds[name], read, keysOf, keys: keysOf(read()) };
  });
  return () => {
    for (const set of sets) {
      const rows = set.read();
      const keys = set.keysOf(rows);
      const removed = [...set.keys].filter((key) => !keys.has(key));
      set.keys = keys;
      sendRows(hub, { dataSetId: set.dataSetId, rows, removed, epoch, seq: source.lastSeq });
    }
  };
}

/**
 * Rows of a set that is the same for everyone, to those who follow the market. The set has no chain of changes, so that no message counts as
 * missing.
 */
function sendRows<Message>(
  hub: FeedHub<Message>,
  change: Omit<MarketHubEvents['DataSetUpdate'], 'prev'>,
): void {
  hub.group(announcementsGroup).send('DataSetUpdate', { ...change, prev: 0 });
}
