// Sending of the changes of an outcome by the feed.
import { Projections } from '@openpit/projections';
import { asMoney, asPrice, epochMs, lots, type Outcome } from '@openpit/venue';
import {
  anOrder,
  GeneratedRun,
  marketUsers,
  openDealMarket,
  RandomValues,
  wholeMarket,
} from '@openpit/venue/testing';
import {
  type AnnouncedCall,
  announcedCalls,
  dataSets,
  type FilledDataSet,
  type MarginRow,
  type MarketHubEvents,
  type MtmRow,
  paths,
  userReads,
} from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { accessOf, phasesReplyOf } from '../calls/market-calls.ts';
import { createMarketFeed, type FeedHub } from './market-feed.ts';

interface Sent {
  readonly to: string;
  readonly event: string;
  readonly isUrgent: boolean;
  readonly payload?: unknown;
}

/** A feed of projections, and its sent messages. `users`: the users of the hub's connections. */
function feedOf(projections: Projections, users: readonly string[]) {
  const sent: Sent[] = [];
  const keep = (to: string, isUrgent: boolean, event: string, payload?: unknown) =>
    void sent.push({ to, event, isUrgent, payload });
  const hub: FeedHub<string> = {
    group: (to) => ({
      size: 1,
      send: (event, payload) => keep(to, false, event, payload),
      sendMessage: (event, { urgent }) => keep(to, urgent, event),
      conflate: (_key, { update }) => keep(to, false, update),
    }),
    all: { send: (event) => keep('all', false, event) },
    message: (event) => event,
    contexts: () => users.map((userId) => ({ user: { userId }, close: () => undefined })),
  };
  const feed = createMarketFeed(hub, projections, {
    epoch: 'e',
    nowMs: () => 0,
    inSlices: (steps) => ({
      begin: () => {
        for (const it = steps(); it.next().done !== true; );
      },
      stop: () => undefined,
    }),
  });
  return { feed, sent };
}

/** `users`: of the connections of the hub. */
function opened(users: readonly string[] = []) {
  const market = openDealMarket(wholeMarket);
  const projections = new Projections();
  const { feed, sent } = feedOf(projections, users);
  let published = 0;
  const publish = () => {
    for (const outcome of market.outcomes.slice(published)) feed.publish(outcome, projections.apply(outcome));
    published = market.outcomes.length;
  };
  publish();
  sent.length = 0;
  return { market, projections, feed, publish, sent };
}

const terms = { contract: 'NOV26 WMAZ', lots: lots(5), price: asPrice(399_000), capacity: 'P' } as const;

describe('the market feed', () => {
  it("sends members' own rows urgently, in order, and nothing else", () => {
    const { market, feed, publish, sent } = opened();
    market.order('denise', { ...anOrder, ...terms, principal: 'VELD', side: 'S' });
    market.order('abdul', { ...anOrder, ...terms, principal: 'KAND', side: 'B' });
    market.operate({ kind: 'valueMarket' });
    publish();
    feed.poll();
    feed.beat();

    const own = sent.filter(({ to }) => /^(member|dealer):/.test(to));
    expect(own.length).toBeGreaterThan(2);
    // The places in queues are not part of the ordered stream.
    expect(own.slice(0, 3).map(({ isUrgent }) => isUrgent)).toEqual([true, true, true]);
    const others = sent.filter(({ to }) => !/^(member|dealer):/.test(to));
    expect(others.map(({ event }) => event)).toEqual(expect.arrayContaining(['MTMInit', 'MarketDisplay']));
    expect(others.filter(({ isUrgent }) => isUrgent)).toEqual([]);
  });

  it('sends no prices while a long outcome is processed, and the changes afterwards', () => {
    const { market, projections, feed, sent } = opened();
    market.order('denise', { ...anOrder, ...terms, principal: 'VELD', side: 'S' });
    const outcome = market.outcomes.at(-1) as Outcome;
    const steps = projections.applyInSteps(outcome);
    steps.next();
    feed.poll();
    expect(sent).toEqual([]);
    while (steps.next().done !== true);
    feed.poll();
    expect(sent.map(({ event }) => event)).toContain('MarketDisplay');
  });

  it('[PANEL-14] sends margins and fees that the operator sets for the next day to the screens that show them', () => {
    const { market, publish, sent } = opened();
    const fee = asPrice(30);
    const fees = { ownFuture: fee, ownOption: fee, clientFuture: fee, clientOption: fee };
    market.operate({ kind: 'setBookingFees', instrument: 'WMAZ', ...fees });
    publish();
    const updates = sent.filter(({ event }) => event === 'DataSetUpdate');
    expect(updates).toMatchObject(
      [15, 16].map((dataSetId) => ({ to: 'announcements', payload: { dataSetId } })),
    );
    const { rows } = (updates[0]?.payload ?? { rows: [] }) as MarketHubEvents['DataSetUpdate'];
    expect(new Set(rows.map((row) => (row as MarginRow).effectiveFrom)).size).toBe(2);
  });

  it('[PANEL-14] sends margins and fees of a file that is planned, and removes them if it is withdrawn', () => {
    const { market, publish, sent } = opened();
    const apply = (initialMargin: number) => {
      sent.length = 0;
      const instruments = wholeMarket.instruments.map((instrument) =>
        instrument.code === 'WMAZ' ? { ...instrument, initialMargin: asMoney(initialMargin) } : instrument,
      );
      const referenceData = { ...wholeMarket, instruments };
      market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData });
      publish();
      const update = sent.find(({ event }) => event === 'DataSetUpdate');
      return (update?.payload ?? { rows: [], removed: [] }) as MarketHubEvents['DataSetUpdate'];
    };
    const { rows, removed } = apply(2_300_000);
    const planned = (rows as MarginRow[]).filter(({ effectiveFrom }) => effectiveFrom === '2026-11-19');
    expect(new Set(planned.map(({ initialMargin }) => initialMargin))).toEqual(new Set([23_000]));
    expect(removed).toEqual([]);
    expect(apply(2_100_000).removed).toEqual(planned.map(({ uniqueKey }) => uniqueKey));
  });

  it('[AUTH-9] tells the users of a member once that the operator has changed its parties', () => {
    const { market, publish, sent } = opened(['abdul', 'abdul', 'denise']);
    const client = { code: '7777N', name: 'New Client', active: true, subAccount: null };
    market.operate({ kind: 'putClient', member: 'KAND', ...client });
    publish();
    const message = 'The operator has changed the accounts or dealers of your member.';
    const calls = [paths.getHqAccess, paths.getUserPreference];
    expect(sent.filter(({ to }) => to.startsWith('user:'))).toEqual([
      { to: 'user:abdul', event: 'InfoErrorMessage', isUrgent: false, payload: { message } },
      { to: 'user:abdul', event: 'AnswersChanged', isUrgent: false, payload: { calls } },
    ]);
  });

  it('[PANEL-12] sends the MTM of a strike that a dealer lists, so that no screen has to ask for all of them', () => {
    const { market, publish, sent } = opened();
    const strike = asPrice(420_000);
    market.by('abdul', { kind: 'addStrike', instrument: 'WMAZ', contractDate: 'MAR27', strike });
    publish();
    const [update, ...others] = sent.filter(({ event }) => event === 'DataSetUpdate' || event === 'MTMInit');
    expect(others).toEqual([]);
    expect(update?.to).toBe('announcements');
    // No earlier message of the set counts as missing.
    expect(update?.payload).toMatchObject({ dataSetId: 9, removed: [], epoch: 'e', prev: 0 });
    const { rows } = (update?.payload ?? { rows: [] }) as MarketHubEvents['DataSetUpdate'];
    expect(rows.map((row) => (row as MtmRow).contract)).toEqual([
      'MAR27 WMAZ 4200 C',
      'MAR27 WMAZ 4200 P',
      'MAR27 WMAZ 4200 C D',
      'MAR27 WMAZ 4200 P D',
    ]);
    expect(rows[0]).toMatchObject({ mtmToday: null, mtmPrevious: expect.any(Number), method: 'opening' });
  });
});

/** The sets of rows that only the operator changes, and that all members see. */
const referenceSets = [
  'instruments',
  'holidays',
  'contractDate',
  'margins',
  'bfProfiles',
] as const satisfies FilledDataSet[];

/** Everything that a page reads once and keeps, as this user gets it. */
function keptBy(userId: string, view: Projections) {
  const { directory, rights, siloCerts } = view;
  const viewer = { userId, member: rights.of(userId)?.member ?? '' };
  const calls: Record<AnnouncedCall | 'GetTripartites' | 'silo', unknown> = {
    [userReads.getAllMembers.path]: directory.memberRows(),
    [paths.getHqAccess]: accessOf(view, userId),
    [paths.getUserPreference]: rights.of(userId)?.flags,
    [userReads.getContractDetails.path]: directory
      .listedContracts()
      .map(({ contract, instrument }) => directory.contractDetails(contract, instrument)),
    [userReads.getPhases.path]: phasesReplyOf({ view, clock: { now: () => epochMs(0) }, calendar: null }),
    GetTripartites: directory.tripartiteRows(viewer.member),
    silo: [siloCerts.locations(), siloCerts.grades(), siloCerts.owners(), siloCerts.origins()],
  };
  const sets = referenceSets.map((name) => [name, view.rowsFor(name, viewer).rows] as const);
  return [...Object.entries(calls), ...sets].map(([name, kept]) => [name, JSON.stringify(kept)] as const);
}

/** The names of `keptBy` about which this user was told. */
function toldTo(userId: string, sent: readonly Sent[]): Set<string> {
  const told = new Set<string>();
  for (const { event, payload } of sent.filter(
    ({ to }) => to === `user:${userId}` || to === 'announcements',
  )) {
    const { calls, kind, dataSetId } = (payload ?? {}) as Partial<
      MarketHubEvents['AnswersChanged'] &
        MarketHubEvents['MarketAnnouncement'] &
        MarketHubEvents['DataSetUpdate']
    >;
    if (event === 'AnswersChanged') for (const call of calls ?? []) told.add(call);
    if (event === 'MarketAnnouncement' && kind !== 'Info') told.add(userReads.getPhases.path);
    if (event === 'DataSetUpdate')
      for (const name of referenceSets) if (dataSets[name].id === dataSetId) told.add(name);
  }
  return told;
}

describe('answers that pages read once and keep', () => {
  it('is announced to everyone for whom a command of the operator changes it during the day', () => {
    const users = ['KAND', 'VELD'].map(
      (code) => marketUsers.find(({ member }) => member === code)?.userId ?? expect.fail(code),
    );
    const run = new GeneratedRun();
    const projections = new Projections();
    const { feed, sent } = feedOf(projections, users);
    let endsDay = false;
    run.onOutcome = (outcome) => {
      endsDay ||= outcome.events.some(({ kind }) => kind === 'dayEnded');
      feed.publish(outcome, projections.apply(outcome));
    };
    run.open();
    const random = new RandomValues(31);
    const unchanged = new Set<string>([...announcedCalls, 'margins', 'bfProfiles']);
    // More commands follow where a changed generator needs more of them.
    for (let count = 0; count < 1_600 || (unchanged.size > 0 && count < 20_000); count += 1) {
      const { submission, afterMs } = run.generate(random.below(2 ** 31));
      if (submission.by.kind === 'user') continue;
      const before = users.map((userId) => new Map(keptBy(userId, projections)));
      sent.length = 0;
      endsDay = false;
      run.send(submission, afterMs);
      // A page signs in again after the end of a day.
      if (endsDay) continue;
      users.forEach((userId, at) => {
        const told = toldTo(userId, sent);
        for (const [name, kept] of keptBy(userId, projections)) {
          if (before[at]?.get(name) === kept) continue;
          unchanged.delete(name);
          expect(told, `${submission.command.kind} has changed ${name} of ${userId}`).toContain(name);
        }
      });
    }
    expect([...unchanged]).toEqual([]);
  });
});
