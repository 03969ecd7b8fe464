// What the market says over the hub: changes of ordered sets at once, in order, to those who may see them; prices and
// depth at once too, but each row twenty times a second at most and the newest state rather than every step; a sign of life
// each second (design §4.3). Rows are told in slices, so that no order waits for them, and only to somebody.
import type {
  DataSetChange,
  DepthChange,
  MarketChange,
  OutcomeChanges,
  Projections,
} from '@openpit/projections';
import { audienceName } from '@openpit/projections';
import type { Outcome } from '@openpit/venue';
import {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  strikesGroup,
  trendGroup,
  userGroup,
} from './group-names.ts';
import { inSlices } from './in-slices.ts';
import type { MarketHub } from './market-hub.ts';

/** How often is looked whether there are changes. */
const beatMs = 10;
/** A row, and a depth, is told again after so long at the earliest. */
const restMs = 50;
/** Prices at which contracts would open are worked out again after so long at the earliest. */
const indicativeRestMs = 250;
const signOfLifeMs = 1_000;

export interface MarketFeed {
  /** Tells what an outcome changed. */
  tell(outcome: Outcome, changes: OutcomeChanges): void;
  /** Tells everyone that the venue takes no more commands. */
  tellStopped(): void;
  stop(): void;
}

export function startMarketFeed(hub: MarketHub, projections: Projections, epoch: string): MarketFeed {
  /** Contracts that have changed since their trend was last told. */
  const trending = new Set<string>();
  /** When each row was last told. */
  const toldAt = new Map<string, number>();
  const isWatched = (contract: string) =>
    hub.group(contractGroup(contract)).size > 0 || hub.group(trendGroup(contract)).size > 0;
  let nowMs = performance.now();
  let depthAtMs = nowMs;
  let indicativeAtMs = nowMs;
  const isDue = (contract: string) => nowMs - (toldAt.get(contract) ?? Number.NEGATIVE_INFINITY) >= restMs;

  const rows = inSlices(function* () {
    nowMs = performance.now();
    if (nowMs - indicativeAtMs >= indicativeRestMs) {
      indicativeAtMs = nowMs;
      for (const _contract of projections.takeIndicativePrices()) yield;
    }
    for (const change of projections.market.changes({ isWatched, isDue })) {
      tellRow(change);
      toldAt.set(change.contract, nowMs);
      trending.add(change.contract);
      yield;
    }
    if (nowMs - depthAtMs < restMs) return;
    for (const { contract, change } of projections.depth.takeChanges()) {
      depthAtMs = nowMs;
      tellDepth(contract, change);
      yield;
    }
  });
  const others = inSlices(function* () {
    for (const contract of trending) {
      trending.delete(contract);
      if (tellTrend(contract)) yield;
    }
    for (const change of projections.takeQueuePlaces()) {
      tellDataSet(change);
      yield;
    }
  });
  const beats = setInterval(rows.begin, beatMs);
  const signs = setInterval(() => {
    hub.group(feedGroup).send('MarketDisplay', { asOf: projections.lastSeq, rows: [] });
    others.begin();
  }, signOfLifeMs);
  beats.unref();
  signs.unref();

  const tellDataSet = ({ audience, dataSetId, rows, removed, prev, seq }: DataSetChange) =>
    hub.group(audienceName(audience)).send('DataSetUpdate', { dataSetId, rows, removed, epoch, prev, seq });

  /** The running day of a contract that has changed, to who asked for it; whether anybody has. */
  const tellTrend = (contract: string): boolean => {
    const listeners = hub.group(trendGroup(contract));
    if (listeners.size === 0) return false;
    const { dailyFigures, directory, lastSeq: asOf } = projections;
    const rows = dailyFigures.trendOfToday(contract, directory.businessDay);
    const update = hub.message('DailyTrendUpdate', { rows, asOf });
    if (rows.length > 0) listeners.conflate('trend', { update, snapshot: () => update });
    return true;
  };

  /** The days that have ended, with their closes. */
  const tellClosedDay = ({ events, seq: asOf }: Outcome) => {
    const ended = events.find((event) => event.kind === 'dayEnded');
    for (const { contract } of ended?.marks ?? []) {
      const closed = projections.dailyFigures.lastTrend(contract);
      if (closed?.date === ended?.businessDay && closed !== undefined)
        hub.group(trendGroup(contract)).send('DailyTrendUpdate', { rows: [closed], asOf });
    }
  };

  const tellRow = ({ contract, change, whole }: MarketChange) => {
    const asOf = projections.lastSeq;
    const complete = hub.message('MarketDisplay', { asOf, rows: [whole] });
    hub.group(contractGroup(contract)).conflate('row', {
      update: hub.message('MarketDisplay', { asOf, rows: [change] }),
      snapshot: () => complete,
    });
  };

  const tellDepth = (contract: string, { updates, prev, seq, whole }: DepthChange) => {
    const DisplaySeq = projections.directory.contract(contract)?.displaySeq ?? 0;
    const complete = hub.message('DepthSnapshot', { DisplaySeq, DepthRows: whole.rows, seq });
    hub.group(depthGroup(DisplaySeq)).conflate('depth', {
      update: hub.message('DepthSnapshotUpdate', { DisplaySeq, Updates: updates, prev, seq }),
      snapshot: () => complete,
    });
  };

  /** New options and deltas, by instrument, to who asked to hear of strikes; what else is new to everyone, with whole rows. */
  const tellNewContracts = (contracts: readonly string[]) => {
    const rows = contracts
      .map((contract) => projections.market.row(contract))
      .filter((row) => row !== undefined);
    const strikes = rows.filter((row) => row.underlying !== undefined);
    for (const instrument of new Set(strikes.map((row) => row.instrument)))
      hub
        .group(strikesGroup(instrument))
        .send('NewStrikeAdded', { rows: strikes.filter((row) => row.instrument === instrument) });
    const others = rows.filter((row) => row.underlying === undefined);
    if (others.length > 0)
      hub.group(feedGroup).send('MarketDisplay', { asOf: projections.lastSeq, rows: others });
  };

  return {
    tell(outcome, { dataSets, announcements, notices, rightsOf, newContracts }) {
      for (const change of dataSets) tellDataSet(change);
      tellClosedDay(outcome);
      tellNewContracts(newContracts);
      for (const announcement of announcements)
        hub.group(announcementsGroup).send('MarketAnnouncement', announcement);
      for (const { userId, message } of notices)
        hub.group(userGroup(userId)).send('InfoErrorMessage', { message });
      // What a user himself changed he knows; what an operator changed he must be told.
      if (outcome.by.kind !== 'user')
        for (const userId of rightsOf)
          hub.group(userGroup(userId)).send('InfoErrorMessage', {
            message: 'Your permissions were changed by the operator.',
            topic: 'permissions',
          });
      // Whoever sees more or less than before begins anew: what his connections have been told is not what is his.
      for (const event of outcome.events)
        if (event.kind === 'dealerScopeSet')
          for (const context of hub.contexts())
            if (context.user.userId === event.userId) context.close({ allowReconnect: true });
    },
    tellStopped() {
      hub.all.send('DownloadsCompleted', 'False');
    },
    stop() {
      clearInterval(beats);
      clearInterval(signs);
      rows.stop();
      others.stop();
    },
  };
}
