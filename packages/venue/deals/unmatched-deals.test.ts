import { describe, expect, it } from 'vitest';
import type { Command } from '../commands.ts';
import { cents, lots } from '../kernel/units.ts';
import {
  account,
  deal,
  dealFlags,
  dealIn,
  dealTrial,
  nets,
  report,
  unmatchedOf,
} from '../testing/deal-market.ts';
import { rejectionOf, type Trial } from '../testing/small-market.ts';

const stateOf = (trial: Trial) => ({ ...trial.venue.snapshot(), lastSeq: 0, lastAt: 0 });

function isRejected(trial: Trial, userId: string, command: Command, code: string): void {
  const before = stateOf(trial);
  const outcome = trial.by(userId, command);
  expect(rejectionOf(outcome)).toBe(code);
  expect(outcome.events).toEqual([]);
  expect(stateOf(trial)).toEqual(before);
}

/** Captured by abdul of KAND, addressed to VELD: their number is the one after ours. */
function captured(trial: Trial, fields: object = {}): { mine: number; theirs: number } {
  const { unmatchedSeq, state } = unmatchedOf(trial.by('abdul', report(fields)));
  expect(state).toBe('Waiting');
  return { mine: unmatchedSeq, theirs: unmatchedSeq + 1 };
}
const accept = (unmatchedSeq: number, fields: object = {}) => ({
  kind: 'acceptUnmatchedDeal' as const,
  unmatchedSeq,
  version: 1,
  dealer: null,
  ref: '',
  ...account('VELD'),
  ...fields,
});
const edit = (unmatchedSeq: number, fields: object = {}) => ({
  kind: 'editUnmatchedDeal' as const,
  unmatchedSeq,
  lots: null,
  price: null,
  account: null,
  ...fields,
});

describe('an unmatched deal', () => {
  it('[ACT-9] waits for the other side and makes no position', () => {
    const trial = dealTrial();
    const { events } = trial.by('abdul', report());
    expect(events.map(({ kind }) => kind)).toEqual(['unmatchedDealInserted']);
    expect(nets(trial)).toEqual({});
    expect(trial.venue.snapshot().deals).toMatchObject({
      deals: [],
      unmatched: [{ state: 'Waiting', version: 1 }],
    });
  });

  it('[ACT-11] becomes two matched deals, one a member, when the other side says for whom', () => {
    const trial = dealTrial();
    const { theirs } = captured(trial, { ...account('9996S', 'EAST'), ref: 'K1' });
    const outcome = trial.by('denise', accept(theirs, { ...account('8001V'), ref: 'V1' }));
    const answer = unmatchedOf(outcome);
    expect(answer).toMatchObject({ unmatchedSeq: theirs, state: 'Accepted' });
    expect(answer.deals).toHaveLength(1);
    const { deals } = trial.venue.snapshot().deals;
    expect(
      deals.map(({ side, owner, counterparty, origin, state, value }) => [
        side,
        owner.principal,
        owner.ref,
        counterparty,
        origin,
        state,
        value,
      ]),
    ).toEqual([
      ['B', '9996S', 'K1', 'VELD', 'reported', 'Open', 4_035_000],
      ['S', '8001V', 'V1', 'KAND', 'reported', 'Open', 4_035_000],
    ]);
    expect(new Set(deals.map(({ matchSeq }) => matchSeq)).size).toBe(1);
    expect(nets(trial)).toEqual({ '9996S/EAST': 10, '8001V': -10 });
    isRejected(trial, 'denise', accept(theirs, account('8001V')), 'unmatchedDealNotWaiting');
  });

  it('does not touch last, high and low, so nobody is marked to it', () => {
    const trial = dealTrial();
    const { theirs } = captured(trial, { price: cents(410_000) });
    trial.by('denise', accept(theirs));
    expect(trial.venue.snapshot().market?.contracts[0]).toMatchObject({ last: null, high: null, low: null });
    const { events } = trial.operate({ kind: 'endDay' });
    const ended = events.find(({ kind }) => kind === 'dayEnded');
    expect(ended).toMatchObject({
      marks: [{ contract: 'DEC26 WMAZ', mtm: 403_500, method: 'previous' }, {}, {}],
    });
  });

  it('[ACT-12] is changed by who captured it, and nobody accepts terms that he has not seen', () => {
    const trial = dealTrial();
    const { mine, theirs } = captured(trial);
    const changed = trial.by(
      'bongi',
      edit(mine, { lots: lots(7), price: cents(403_600), account: account('9996S') }),
    );
    expect(unmatchedOf(changed)).toMatchObject({ state: 'Waiting', version: 2 });
    expect(changed.events[0]).toMatchObject({
      kind: 'unmatchedDealEdited',
      item: {
        lots: 7,
        value: 7 * 403_600,
        owner: { principal: '9996S', capacity: 'A', dealer: 'ABD' },
        version: 2,
      },
    });
    isRejected(trial, 'denise', accept(theirs), 'unmatchedDealChanged');
    trial.by('denise', accept(theirs, { version: 2 }));
    expect(nets(trial)).toEqual({ '9996S': 7, VELD: -7 });
    isRejected(trial, 'abdul', edit(mine, { lots: lots(1) }), 'unmatchedDealNotWaiting');
  });

  it('[ACT-10] is withdrawn by who captured it', () => {
    const trial = dealTrial();
    const { mine, theirs } = captured(trial);
    const { events } = trial.by('bongi', { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine });
    expect(events).toMatchObject([{ kind: 'unmatchedDealEnded', item: { state: 'Withdrawn' } }]);
    isRejected(trial, 'denise', accept(theirs), 'unmatchedDealNotWaiting');
    isRejected(
      trial,
      'abdul',
      { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine },
      'unmatchedDealNotWaiting',
    );
  });

  it('expires with the day, and nothing comes of it', () => {
    const trial = dealTrial();
    captured(trial);
    const { events } = trial.operate({ kind: 'endDay' });
    expect(events[0]).toMatchObject({ kind: 'unmatchedDealEnded', item: { state: 'Expired' } });
    expect(trial.venue.snapshot().deals).toMatchObject({ deals: [], unmatched: [] });
    expect(nets(trial)).toEqual({});
  });

  it('is acted on from its own side only, and does not exist for a third member', () => {
    const trial = dealTrial();
    const { mine, theirs } = captured(trial);
    isRejected(trial, 'denise', edit(theirs, { lots: lots(1) }), 'unmatchedDealNotCaptured');
    isRejected(
      trial,
      'denise',
      { kind: 'deleteUnmatchedDeal', unmatchedSeq: theirs },
      'unmatchedDealNotCaptured',
    );
    isRejected(trial, 'abdul', accept(mine), 'unmatchedDealNotAddressed');
    for (const [userId, seq] of [
      ['mpho', mine],
      ['mpho', theirs],
      ['denise', mine],
      ['abdul', theirs],
      ['abdul', 99],
    ] as const) {
      isRejected(trial, userId, accept(seq), 'unmatchedDealNotFound');
      isRejected(trial, userId, edit(seq, { lots: lots(1) }), 'unmatchedDealNotFound');
      isRejected(trial, userId, { kind: 'deleteUnmatchedDeal', unmatchedSeq: seq }, 'unmatchedDealNotFound');
    }
  });

  it.each([
    ['contractUnknown', { contract: 'DEC99 WMAZ' }],
    ['quantityNotPositive', { lots: lots(0) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['priceNotPositive', { price: cents(0) }],
    ['priceOffTick', { price: cents(403_510) }],
    ['reportedPriceOutside', { price: cents(423_700) }],
    ['reportedPriceOutside', { price: cents(383_300) }],
    ['principalUnknown', account('8001V')],
    ['principalNotActive', account('7777X')],
    ['subAccountUnknown', account('9996S', 'NORTH')],
    ['capacityContradictsPrincipal', { capacity: 'A' }],
    ['memberUnknown', { counterparty: 'NONE' }],
    ['memberNotActive', { counterparty: 'SLAP' }],
    ['otherPrincipalNotYours', { counterpartyPrincipal: '8001V' }],
    ['crossNotBetweenOwnClients', { counterparty: 'KAND' }],
    ['crossNotBetweenOwnClients', { counterparty: 'KAND', counterpartyPrincipal: '9996S' }],
    [
      'crossNotBetweenOwnClients',
      { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: '9996S' },
    ],
    [
      'crossNotBetweenOwnClients',
      { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: '8001V' },
    ],
    [
      'crossNotBetweenOwnClients',
      { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: 'KAND' },
    ],
    ['principalNotActive', { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: '7777X' }],
  ])('is rejected with %s and changes nothing', (code, fields) => {
    isRejected(dealTrial(), 'abdul', report(fields), code);
  });

  it('may lie where the day has dealt, however far from the MTM', () => {
    const trial = dealTrial();
    const far = { contract: 'NOV26 WMAZ', price: cents(440_000) };
    isRejected(trial, 'abdul', report(far), 'reportedPriceOutside');
    deal(trial, { contract: 'NOV26 WMAZ', price: 441_000, lots: 1 });
    deal(trial, { contract: 'NOV26 WMAZ', price: 439_000, lots: 1 });
    expect(rejectionOf(trial.by('abdul', report(far)))).toBeNull();
    isRejected(trial, 'abdul', report({ ...far, price: cents(441_020) }), 'reportedPriceOutside');
  });

  it('is not reported in a contract that has expired, nor while its instrument is halted', () => {
    const trial = dealTrial();
    trial.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'News pending' });
    isRejected(trial, 'abdul', report(), 'instrumentHalted');
    trial.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    // The last trading day of NOV26 is 23 November.
    for (let day = 0; day < 4; day += 1) trial.operate({ kind: 'endDay' });
    isRejected(trial, 'abdul', report({ contract: 'NOV26 WMAZ', price: cents(400_000) }), 'contractExpired');
    expect(rejectionOf(trial.by('abdul', report()))).toBeNull();
  });

  it('that is edited passes the same checks, and must change something', () => {
    const trial = dealTrial();
    const { mine } = captured(trial);
    isRejected(trial, 'abdul', edit(mine), 'unmatchedDealWithoutChange');
    isRejected(
      trial,
      'abdul',
      edit(mine, { lots: lots(10), account: account('KAND') }),
      'unmatchedDealWithoutChange',
    );
    isRejected(trial, 'abdul', edit(mine, { lots: lots(0) }), 'quantityNotPositive');
    isRejected(trial, 'abdul', edit(mine, { price: cents(500_000) }), 'reportedPriceOutside');
    isRejected(trial, 'abdul', edit(mine, { account: account('8001V') }), 'principalUnknown');
  });

  it('is not accepted for an account that is not there, or by a dealer who is not', () => {
    const trial = dealTrial();
    const { theirs } = captured(trial);
    isRejected(trial, 'denise', accept(theirs, account('9996S')), 'principalUnknown');
    isRejected(trial, 'denise', accept(theirs, account('8001V', 'EAST')), 'subAccountUnknown');
    isRejected(trial, 'denise', accept(theirs, { dealer: 'ABD' }), 'dealerUnknown');
    isRejected(trial, 'denise', accept(theirs, { capacity: 'A' }), 'capacityContradictsPrincipal');
  });

  it('is held to the position limits of both accounts when it is accepted', () => {
    const trial = dealTrial();
    const { theirs } = captured(trial);
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(9) });
    isRejected(trial, 'denise', accept(theirs), 'dealAbovePositionLimit');
    isRejected(trial, 'abdul', report(), 'dealAbovePositionLimit');
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: null });
    trial.operate({ kind: 'limitPosition', principal: 'VELD', maxLots: lots(9) });
    isRejected(trial, 'denise', accept(theirs), 'dealAbovePositionLimit');
    expect(rejectionOf(trial.by('denise', accept(theirs, account('8001V'))))).toBeNull();
  });

  it('needs the flag of each action', () => {
    const trial = dealTrial();
    const { mine, theirs } = captured(trial);
    for (const userId of ['abdul', 'denise'])
      trial.operate({ kind: 'revokePermissions', userId, flags: [...dealFlags] });
    isRejected(trial, 'abdul', report(), 'notPermitted');
    isRejected(trial, 'abdul', edit(mine, { lots: lots(1) }), 'notPermitted');
    isRejected(trial, 'abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine }, 'notPermitted');
    isRejected(trial, 'denise', accept(theirs), 'notPermitted');
  });
});

describe('a cross', () => {
  it('between two own clients is captured and accepted at the same member, for the client that was named', () => {
    const trial = dealTrial();
    const cross = { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: '9104K' };
    const { mine, theirs } = captured(trial, cross);
    isRejected(trial, 'bongi', accept(theirs, account('KAND')), 'crossForAnother');
    isRejected(trial, 'abdul', edit(mine, { account: account('9104K') }), 'crossNotBetweenOwnClients');
    trial.by('bongi', accept(theirs, account('9104K')));
    expect(nets(trial)).toEqual({ '9996S': 10, '9104K': -10 });
  });
});

describe('an accepted deal', () => {
  it('can be handled like any other of the day', () => {
    const trial = dealTrial();
    const { theirs } = captured(trial);
    const [sold = 0] = unmatchedOf(trial.by('denise', accept(theirs, account('8001V')))).deals;
    trial.by('denise', { kind: 'correctDealPrinciple', dealSeq: sold, ...account('VELD') });
    expect(dealIn(trial, sold)).toMatchObject({ origin: 'reported', owner: { principal: 'VELD' } });
    expect(nets(trial)).toEqual({ KAND: 10, VELD: -10 });
  });
});

describe('the time for deals', () => {
  const phase = (trial: Trial, name: 'closed' | 'preOpen' | 'continuous' | 'admin' | 'delivery') =>
    trial.operate({
      kind: 'beginPhase',
      groups: ['other'],
      phase: name,
      dueAt: null,
      next: null,
      opensAt: null,
    });

  it('goes on through the admin period, and ends with it: what waits falls back or is void', () => {
    const trial = dealTrial();
    const { buy } = deal(trial, { principal: '9996S' });
    phase(trial, 'admin');
    trial.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'VELD' });
    const { mine, theirs } = captured(trial);
    const other = captured(trial, { contract: 'NOV26 WMAZ', price: cents(400_000) });
    const { events } = phase(trial, 'delivery');
    expect(events.filter(({ kind }) => kind === 'unmatchedDealEnded')).toMatchObject([
      { item: { type: 'assign', state: 'Expired' } },
      { item: { ownSeq: mine, state: 'Expired' } },
    ]);
    expect(dealIn(trial, buy).state).toBe('Open');
    isRejected(trial, 'denise', accept(theirs), 'unmatchedDealNotWaiting');
    isRejected(
      trial,
      'abdul',
      { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' },
      'dealTimeOver',
    );
    isRejected(trial, 'abdul', report(), 'dealTimeOver');
    // The delivery month has a day of its own.
    expect(rejectionOf(trial.by('denise', accept(other.theirs)))).toBeNull();
  });
});
