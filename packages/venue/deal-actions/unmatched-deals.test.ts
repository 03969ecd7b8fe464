import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import {
  account,
  deal,
  dealFlags,
  dealIn,
  nets,
  openDealMarket,
  report,
  unmatchedOf,
} from '../testing/deal-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';
import type { InsertUnmatchedDeal } from './deal-commands.ts';

/** Reported by abdul of KAND for VELD, whose number is the next. */
function reported(
  market: TestMarket,
  fields: Partial<InsertUnmatchedDeal> = {},
): { mine: number; theirs: number } {
  const { unmatchedSeq, state } = unmatchedOf(market.by('abdul', report(fields)));
  expect(state).toBe('Waiting');
  return { mine: unmatchedSeq, theirs: unmatchedSeq };
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
  it('[ACT-9] waits for the other side and changes no position', () => {
    const market = openDealMarket();
    const { events } = market.by('abdul', report());
    expect(events.map(({ kind }) => kind)).toEqual(['unmatchedDealInserted']);
    expect(nets(market)).toEqual({});
    expect(market.deals).toEqual([]);
    expect(market.venue.snapshot().deals).toMatchObject({ unmatched: [{ state: 'Waiting', version: 1 }] });
  });

  it('[ACT-11] becomes two matched deals, one per member, when the other side accepts it for an account', () => {
    const market = openDealMarket();
    const { theirs } = reported(market, { ...account('9996S', 'EAST'), ref: 'K1' });
    const outcome = market.by('denise', accept(theirs, { ...account('8001V'), ref: 'V1' }));
    const answer = unmatchedOf(outcome);
    expect(answer).toMatchObject({ unmatchedSeq: theirs, state: 'Accepted' });
    expect(answer.deals).toHaveLength(1);
    const { deals } = market;
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
    expect(nets(market)).toEqual({ '9996S/EAST': 10, '8001V': -10 });
    expect(market.rejected('denise', accept(theirs, account('8001V')))).toBe('unmatchedDealNotWaiting');
  });

  it('does not change last, high and low, and is not used for the MTM', () => {
    const market = openDealMarket();
    const { theirs } = reported(market, { price: asPrice(410_000) });
    market.by('denise', accept(theirs));
    expect(market.contract()).toMatchObject({ last: null, high: null, low: null });
    const { events } = market.operate({ kind: 'endDay' });
    const ended = events.find(({ kind }) => kind === 'dayEnded');
    expect(ended).toMatchObject({
      marks: [{ contract: 'DEC26 WMAZ', mtm: 403_500, method: 'previous' }, {}, {}],
    });
  });

  it('[ACT-12] is changed by the side that reported it, and not accepted on terms that have changed since', () => {
    const market = openDealMarket();
    const { mine, theirs } = reported(market);
    const changed = market.by(
      'bongi',
      edit(mine, { lots: lots(7), price: asPrice(403_600), account: account('9996S') }),
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
    expect(market.rejected('denise', accept(theirs))).toBe('unmatchedDealChanged');
    market.by('denise', accept(theirs, { version: 2 }));
    expect(nets(market)).toEqual({ '9996S': 7, VELD: -7 });
    expect(market.rejected('abdul', edit(mine, { lots: lots(1) }))).toBe('unmatchedDealNotWaiting');
  });

  it('[ACT-10] is withdrawn by the side that reported it', () => {
    const market = openDealMarket();
    const { mine, theirs } = reported(market);
    const { events } = market.by('bongi', { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine });
    expect(events).toMatchObject([{ kind: 'unmatchedDealEnded', item: { state: 'Withdrawn' } }]);
    expect(market.rejected('denise', accept(theirs))).toBe('unmatchedDealNotWaiting');
    expect(market.rejected('abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine })).toBe(
      'unmatchedDealNotWaiting',
    );
  });

  it('expires at the end of the day without a deal', () => {
    const market = openDealMarket();
    reported(market);
    const { events } = market.operate({ kind: 'endDay' });
    expect(events[0]).toMatchObject({ kind: 'unmatchedDealEnded', item: { state: 'Expired' } });
    expect(market.deals).toEqual([]);
    expect(market.venue.snapshot().deals).toMatchObject({ unmatched: [] });
    expect(nets(market)).toEqual({});
  });

  it('can be acted on from its own side only, and does not exist for a third member', () => {
    const market = openDealMarket();
    const { mine, theirs } = reported(market);
    expect(market.rejected('denise', edit(theirs, { lots: lots(1) }))).toBe('unmatchedDealNotCaptured');
    expect(market.rejected('denise', { kind: 'deleteUnmatchedDeal', unmatchedSeq: theirs })).toBe(
      'unmatchedDealNotCaptured',
    );
    expect(market.rejected('abdul', accept(mine))).toBe('unmatchedDealNotAddressed');
    for (const [userId, seq] of [
      ['mpho', mine],
      ['abdul', 99],
    ] as const) {
      expect(market.rejected(userId, accept(seq))).toBe('unmatchedDealNotFound');
      expect(market.rejected(userId, edit(seq, { lots: lots(1) }))).toBe('unmatchedDealNotFound');
      expect(market.rejected(userId, { kind: 'deleteUnmatchedDeal', unmatchedSeq: seq })).toBe(
        'unmatchedDealNotFound',
      );
    }
  });

  it.each([
    ['contractUnknown', { contract: 'DEC99 WMAZ' }],
    ['quantityNotPositive', { lots: lots(0) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['priceNotPositive', { price: asPrice(0) }],
    ['priceOffTick', { price: asPrice(403_510) }],
    ['reportedPriceOutside', { price: asPrice(423_700) }],
    ['reportedPriceOutside', { price: asPrice(383_300) }],
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
  ] as const)('is rejected with %s and changes nothing', (code, fields) => {
    expect(openDealMarket().rejected('abdul', report(fields))).toBe(code);
  });

  it('may have any price between the day’s high and low, however far from the MTM', () => {
    const market = openDealMarket();
    const far = { contract: 'NOV26 WMAZ', price: asPrice(440_000) };
    expect(market.rejected('abdul', report(far))).toBe('reportedPriceOutside');
    deal(market, { contract: 'NOV26 WMAZ', price: 441_000, lots: 1 });
    deal(market, { contract: 'NOV26 WMAZ', price: 439_000, lots: 1 });
    expect(rejectionOf(market.by('abdul', report(far)))).toBeNull();
    expect(market.rejected('abdul', report({ ...far, price: asPrice(441_020) }))).toBe(
      'reportedPriceOutside',
    );
  });

  it('is not accepted at a price that only a cancelled error trade had made reportable', () => {
    const market = openDealMarket();
    const far = { contract: 'NOV26 WMAZ', price: asPrice(440_000) };
    deal(market, { ...far, price: 440_000, lots: 1 });
    const { theirs } = reported(market, far);
    const matchSeq = market.deals.at(-1)?.matchSeq ?? 0;
    market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' });
    expect(market.rejected('denise', accept(theirs))).toBe('reportedPriceOutside');
    deal(market, { ...far, price: 440_000, lots: 1 });
    expect(rejectionOf(market.by('denise', accept(theirs)))).toBeNull();
  });

  it('is rejected outside the daily limits, like an order, even when it is edited', () => {
    const market = openDealMarket();
    const { mine } = reported(market);
    const outside = asPrice(423_520);
    expect(market.contract().limits?.high).toBe(423_500);
    expect(market.rejected('abdul', report({ price: outside }))).toBe('priceOutsideLimits');
    expect(market.rejected('abdul', edit(mine, { price: outside }))).toBe('priceOutsideLimits');
    expect(rejectionOf(market.by('abdul', report({ price: asPrice(423_500) })))).toBeNull();
  });

  it('is rejected in a contract that has expired, and while its instrument is halted', () => {
    const market = openDealMarket();
    market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'News pending' });
    expect(market.rejected('abdul', report())).toBe('instrumentHalted');
    market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    // The last trading day of NOV26 is 23 November.
    for (let day = 0; day < 4; day += 1) market.operate({ kind: 'endDay' });
    expect(market.rejected('abdul', report({ contract: 'NOV26 WMAZ', price: asPrice(400_000) }))).toBe(
      'contractExpired',
    );
    expect(rejectionOf(market.by('abdul', report()))).toBeNull();
  });

  it('is checked in the same way when it is edited, and the edit must change something', () => {
    const market = openDealMarket();
    const { mine } = reported(market);
    expect(market.rejected('abdul', edit(mine))).toBe('unmatchedDealWithoutChange');
    expect(market.rejected('abdul', edit(mine, { lots: lots(10), account: account('KAND') }))).toBe(
      'unmatchedDealWithoutChange',
    );
    expect(market.rejected('abdul', edit(mine, { lots: lots(0) }))).toBe('quantityNotPositive');
    expect(market.rejected('abdul', edit(mine, { price: asPrice(500_000) }))).toBe('reportedPriceOutside');
    expect(market.rejected('abdul', edit(mine, { account: account('8001V') }))).toBe('principalUnknown');
  });

  it('is not accepted for an account or a dealer that does not exist', () => {
    const market = openDealMarket();
    const { theirs } = reported(market);
    expect(market.rejected('denise', accept(theirs, account('9996S')))).toBe('principalUnknown');
    expect(market.rejected('denise', accept(theirs, account('8001V', 'EAST')))).toBe('subAccountUnknown');
    expect(market.rejected('denise', accept(theirs, { dealer: 'ABD' }))).toBe('dealerUnknown');
    expect(market.rejected('denise', accept(theirs, { capacity: 'A' }))).toBe('capacityContradictsPrincipal');
  });

  it('is checked against the position limits of both accounts when it is accepted', () => {
    const market = openDealMarket();
    const { theirs } = reported(market);
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(9) });
    expect(market.rejected('denise', accept(theirs))).toBe('dealAbovePositionLimit');
    expect(market.rejected('abdul', report())).toBe('dealAbovePositionLimit');
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: null });
    market.operate({ kind: 'limitPosition', principal: 'VELD', maxLots: lots(9) });
    expect(market.rejected('denise', accept(theirs))).toBe('dealAbovePositionLimit');
    expect(rejectionOf(market.by('denise', accept(theirs, account('8001V'))))).toBeNull();
  });

  it('needs the permission of each action', () => {
    const market = openDealMarket();
    const { mine, theirs } = reported(market);
    for (const userId of ['abdul', 'denise'])
      market.operate({ kind: 'revokePermissions', userId, flags: [...dealFlags] });
    expect(market.rejected('abdul', report())).toBe('notPermitted');
    expect(market.rejected('abdul', edit(mine, { lots: lots(1) }))).toBe('notPermitted');
    expect(market.rejected('abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq: mine })).toBe(
      'notPermitted',
    );
    expect(market.rejected('denise', accept(theirs))).toBe('notPermitted');
  });
});

describe('a cross', () => {
  it('is reported and accepted by one member between two of its clients, for the client that was named', () => {
    const market = openDealMarket();
    const cross = { counterparty: 'KAND', ...account('9996S'), counterpartyPrincipal: '9104K' };
    const { mine, theirs } = reported(market, cross);
    expect(market.rejected('bongi', accept(theirs, account('KAND')))).toBe('crossForAnother');
    expect(market.rejected('abdul', edit(mine, { account: account('9104K') }))).toBe(
      'crossNotBetweenOwnClients',
    );
    market.by('bongi', accept(theirs, account('9104K')));
    expect(nets(market)).toEqual({ '9996S': 10, '9104K': -10 });
  });
});

describe('an accepted unmatched deal', () => {
  it('can be handled like any other of the day', () => {
    const market = openDealMarket();
    const { theirs } = reported(market);
    const [sold = 0] = unmatchedOf(market.by('denise', accept(theirs, account('8001V')))).deals;
    market.by('denise', { kind: 'correctDealPrinciple', dealSeq: sold, ...account('VELD') });
    expect(dealIn(market, sold)).toMatchObject({ origin: 'reported', owner: { principal: 'VELD' } });
    expect(nets(market)).toEqual({ KAND: 10, VELD: -10 });
  });
});

describe('the time when deals may be handled', () => {
  const phase = (market: TestMarket, name: 'closed' | 'preOpen' | 'continuous' | 'admin' | 'delivery') =>
    market.operate({
      kind: 'beginPhase',
      groups: ['other'],
      phase: name,
      dueAt: null,
      next: null,
      opensAt: null,
    });

  it('ends with the admin period, when unmatched deals that still wait expire', () => {
    const market = openDealMarket();
    const { buy } = deal(market, { principal: '9996S' });
    phase(market, 'admin');
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: buy, member: 'VELD' });
    const { mine, theirs } = reported(market);
    const other = reported(market, { contract: 'NOV26 WMAZ', price: asPrice(400_000) });
    const { events } = phase(market, 'delivery');
    expect(events.filter(({ kind }) => kind === 'unmatchedDealEnded')).toMatchObject([
      { item: { type: 'assign', state: 'Expired' } },
      { item: { unmatchedSeq: mine, state: 'Expired' } },
    ]);
    expect(dealIn(market, buy).state).toBe('Open');
    expect(market.rejected('denise', accept(theirs))).toBe('unmatchedDealNotWaiting');
    expect(market.rejected('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' })).toBe(
      'dealTimeOver',
    );
    expect(market.rejected('abdul', report())).toBe('dealTimeOver');
    // The delivery month has its own day.
    expect(rejectionOf(market.by('denise', accept(other.theirs)))).toBeNull();
  });
});
