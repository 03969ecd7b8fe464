import { describe, expect, it } from 'vitest';
import type { DealMade, VenueEvent } from './events.ts';
import { cents, lots } from './kernel/units.ts';
import { rejectionCatalogue, rejectionSentence, rejectionStatus } from './rejections.ts';
import { anOrder, answerOf, orderFlags, rejectionOf, smallMarket, Trial } from './testing/small-market.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const deals = (events: readonly VenueEvent[]) =>
  events.filter((event): event is DealMade => event.kind === 'dealMade');
const ofTwo = { contract: 'DEC26 WMAZ', price: cents(403_520), lots: lots(10) };

describe('opening the market', () => {
  it('lists every contract with its dates, its names and its limits around the MTM', () => {
    const [opened] = Trial.opened().outcomes[0]?.events ?? [];
    expect(opened?.kind).toBe('marketOpened');
    if (opened?.kind !== 'marketOpened') return;
    expect(opened.contracts[0]).toMatchObject({
      contract: 'DEC26 WMAZ',
      systemCode: 'FZQ23 WMAZ',
      lastTradingDay: '2026-12-23',
      limits: { low: 383_500, high: 423_500 },
      contractType: 1,
      flag: 'F',
      strike: 0,
    });
    expect(opened.contracts[2]?.limits).toBeNull();
  });

  it('happens once, and nothing is possible before', () => {
    const trial = new Trial();
    expect(rejectionOf(trial.by('abdul', anOrder))).toBe('marketNotOpened');
    trial.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
    const again = trial.operate({
      kind: 'openMarket',
      businessDay: '2026-11-18',
      referenceData: smallMarket,
    });
    expect(rejectionOf(again)).toBe('marketAlreadyOpened');
  });

  it.each([
    ['a price off its tick', { futures: [{ ...smallMarket.futures[0], mtm: 403_510 }] }, /off its tick/],
    [
      'a contract listed twice',
      { futures: [smallMarket.futures[0], smallMarket.futures[0]] },
      /DEC26 WMAZ is listed twice/,
    ],
    ['a client of nobody', { clients: [{ code: '1X', member: 'NONE', name: '', active: true }] }, /NONE/],
    ['a VAT above all', { market: { ...smallMarket.market, vatPercent: 101 } }, /101 % VAT/],
    [
      'a mark of no time',
      {
        market: {
          ...smallMarket.market,
          marks: { windowMinutes: 0, liquidLots: 1, lockMinutes: 1, lockLots: 1, volatilityLots: 1 },
        },
      },
      /have 0 as windowMinutes/,
    ],
    [
      'a fee that pays the members',
      {
        instruments: smallMarket.instruments.map((instrument) => ({
          ...instrument,
          bookingFee: { own: { future: 25, option: -1 }, client: { future: 25, option: 20 } },
        })),
      },
      /instrument WMAZ has no usable booking fee/,
    ],
    ['a holiday that is no day', { holidays: [{ date: '2026-02-30', name: '' }] }, /is no day/],
  ])('is rejected on %s, with the reason, and opens nothing', (_what, change, why) => {
    const trial = new Trial();
    const referenceData = { ...smallMarket, ...change } as typeof smallMarket;
    const outcome = trial.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData });
    expect(rejectionOf(outcome)).toBe('referenceDataUnusable');
    if (outcome.verdict.kind === 'rejected')
      expect(rejectionSentence(outcome.verdict.rejection)).toMatch(why);
    expect(trial.venue.snapshot().market).toBeNull();
  });
});

describe('inserting an order', () => {
  it('[ACT-1] rests what does not deal', () => {
    const trial = Trial.opened();
    const answer = trial.order('abdul', {});
    expect(answer).toMatchObject({ state: 'Active', remaining: 10, dealt: 0 });
    expect(kinds(trial.outcomes.at(-1)?.events ?? [])).toEqual(['orderAccepted', 'orderRested']);
  });

  it('[ACT-1] deals at the resting price, oldest first, and tells both sides', () => {
    const trial = Trial.opened();
    const first = trial.order('abdul', { side: 'S', price: cents(403_520), lots: lots(6) });
    const second = trial.order('abdul', { side: 'S', price: cents(403_520), lots: lots(6) });
    const taken = trial.order('denise', { side: 'B', price: cents(403_600), lots: lots(10) });
    expect(taken).toMatchObject({ state: 'Filled', remaining: 0, dealt: 10 });
    const made = deals(trial.outcomes.at(-1)?.events ?? []);
    expect(
      made.map(({ price, lots: quantity, sell }) => [price, quantity, sell.activeOrderSeq, sell.left]),
    ).toEqual([
      [403_520, 6, first.activeOrderSeq, 0],
      [403_520, 4, second.activeOrderSeq, 2],
    ]);
    expect(made.every(({ aggressor, buy }) => aggressor === 'B' && buy.owner.member === 'VELD')).toBe(true);
  });

  it('[MODEL-1] TOK takes what is there and kills the rest; FOK deals whole or leaves no trace', () => {
    const trial = Trial.opened();
    trial.order('abdul', { ...ofTwo, side: 'S', lots: lots(4) });
    expect(trial.order('denise', { ...ofTwo, type: 'Fok' })).toMatchObject({
      state: 'Killed',
      dealt: 0,
      remaining: 0,
    });
    expect(kinds(trial.outcomes.at(-1)?.events ?? [])).toEqual(['orderAccepted', 'orderKilled']);
    expect(trial.order('denise', { ...ofTwo, type: 'Tok' })).toMatchObject({
      state: 'Killed',
      dealt: 4,
      remaining: 0,
    });
    expect(trial.venue.snapshot().orders).toEqual([]);
    trial.order('abdul', { ...ofTwo, side: 'S' });
    expect(trial.order('denise', { ...ofTwo, type: 'Fok' })).toMatchObject({ state: 'Filled', dealt: 10 });
  });

  it.each([
    ['contractUnknown', { contract: 'DEC99 WMAZ' }],
    ['quantityNotPositive', { lots: lots(0) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['priceNotPositive', { price: cents(0) }],
    ['priceOffTick', { price: cents(403_510) }],
    ['priceOutsideLimits', { price: cents(423_520) }],
    ['priceImplausible', { contract: 'NOV26 WMAZ', price: cents(1_600_020) }],
    ['principalUnknown', { principal: 'NOBODY' }],
    ['principalUnknown', { principal: '8001V', capacity: 'A' }],
    ['principalNotActive', { principal: '7777X', capacity: 'A' }],
    ['capacityContradictsPrincipal', { principal: '9996S', capacity: 'P' }],
    ['capacityContradictsPrincipal', { principal: 'KAND', capacity: 'A' }],
    ['subAccountUnknown', { subAccount: 'S1' }],
  ] as const)('rejects with %s and changes nothing', (code, fields) => {
    const trial = Trial.opened();
    const { nextOrderSeq, orders } = trial.venue.snapshot();
    const outcome = trial.by('abdul', { ...anOrder, ...fields });
    expect(rejectionOf(outcome)).toBe(code);
    expect(outcome.events).toEqual([]);
    expect(trial.venue.snapshot()).toMatchObject({ nextOrderSeq, orders });
  });

  it('names the limits and the nearest ticks in the sentence', () => {
    const trial = Trial.opened();
    const sentence = (price: number) => {
      const { verdict } = trial.by('abdul', { ...anOrder, price: cents(price) });
      return verdict.kind === 'rejected' ? rejectionSentence(verdict.rejection) : 'accepted';
    };
    expect(sentence(423_520)).toBe('Price outside daily limits (3835.00-4235.00).');
    expect(sentence(403_510)).toContain('The nearest are 4035.00 and 4035.20');
  });

  it('rejects an order that would match an own one, but not one of another principal of the member', () => {
    const trial = Trial.opened();
    trial.order('abdul', { side: 'S', price: cents(403_500) });
    expect(rejectionOf(trial.by('abdul', { ...anOrder, price: cents(403_500) }))).toBe(
      'orderWouldMatchOwnOrder',
    );
    expect(trial.order('abdul', { price: cents(403_500), principal: '9996S', capacity: 'A' }).state).toBe(
      'Filled',
    );
  });

  it('lets an order through that is filled before it reaches an own one behind', () => {
    const trial = Trial.opened();
    trial.order('denise', { side: 'S', price: cents(403_500), lots: lots(10) });
    trial.order('abdul', { side: 'S', price: cents(403_520), lots: lots(10) });
    expect(trial.order('abdul', { price: cents(403_520), lots: lots(10) }).state).toBe('Filled');
  });

  it('of a member that is not active is rejected', () => {
    const outcome = Trial.opened().by('sleeper', { ...anOrder, principal: 'SLAP' });
    expect(rejectionOf(outcome)).toBe('principalNotActive');
  });
});

describe('suspending, resubmitting and deleting', () => {
  it('[ACT-5] takes the order out of the book and keeps price and remaining lots', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(10) });
    trial.order('denise', { side: 'S', price: cents(403_480), lots: lots(4) });
    const answer = answerOf(trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }));
    expect(answer).toMatchObject({ state: 'Suspended', remaining: 6 });
    expect(
      trial.order('denise', { side: 'S', price: cents(403_480), type: 'Tok', lots: lots(1) }).dealt,
    ).toBe(0);
    expect(rejectionOf(trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBe(
      'orderNotActive',
    );
  });

  it('[ACT-7] sends the order to the back of the queue, or deals at once', () => {
    const trial = Trial.opened();
    const first = trial.order('abdul', { lots: lots(5) });
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: first.activeOrderSeq });
    const second = trial.order('abdul', { lots: lots(5) });
    const back = trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(kinds(back.events)).toEqual(['orderResubmitted', 'orderRested']);
    trial.order('denise', { side: 'S', price: cents(403_480), lots: lots(6) });
    expect(deals(trial.outcomes.at(-1)?.events ?? []).map(({ buy }) => buy.activeOrderSeq)).toEqual([
      second.activeOrderSeq,
      first.activeOrderSeq,
    ]);
    const again = trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(rejectionOf(again)).toBe('orderNotSuspended');
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: first.activeOrderSeq });
    trial.order('denise', { side: 'S', price: cents(403_440), lots: lots(2) });
    const taking = trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(answerOf(taking)).toMatchObject({ state: 'Active', dealt: 2, remaining: 2 });
  });

  it('[ACT-4] deletes an active and a suspended order, once', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    expect(answerOf(trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq })).state).toBe(
      'Cancelled',
    );
    expect(rejectionOf(trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq }))).toBe(
      'orderNotFound',
    );
    const other = trial.order('abdul', {}).activeOrderSeq;
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: other });
    expect(answerOf(trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: other })).state).toBe(
      'Cancelled',
    );
    expect(trial.venue.snapshot().orders).toEqual([]);
  });

  it.each(['deleteActiveOrder', 'suspendActiveOrder', 'resubmitActiveOrder'] as const)(
    '[AUTH-11] %s: an order of another member does not exist, and without the flag nothing happens',
    (kind) => {
      const trial = Trial.opened();
      const { activeOrderSeq } = trial.order('abdul', {});
      const before = trial.venue.snapshot().market;
      expect(rejectionOf(trial.by('denise', { kind, activeOrderSeq }))).toBe('orderNotFound');
      expect(rejectionOf(trial.by('denise', { kind, activeOrderSeq: 999 }))).toBe('orderNotFound');
      trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [kind] });
      expect(rejectionOf(trial.by('abdul', { kind, activeOrderSeq }))).toBe('notPermitted');
      expect(trial.venue.snapshot().market).toEqual(before);
    },
  );
});

describe('the ledger of rights', () => {
  it('[PREF-1] denies every flag to a new user', () => {
    const trial = Trial.opened();
    trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: orderFlags });
    expect(rejectionOf(trial.by('abdul', anOrder))).toBe('notPermitted');
    expect(rejectionOf(trial.by('nobody', anOrder))).toBe('userUnknown');
  });

  it('takes the smaller of the own and the operator’s maximum quantity', () => {
    const trial = Trial.opened();
    trial.operate({ kind: 'limitOrderQuantity', userId: 'abdul', maxLots: lots(5) });
    expect(rejectionOf(trial.by('abdul', { ...anOrder, lots: lots(6) }))).toBe('quantityAboveLimit');
    trial.operate({ kind: 'limitOrderQuantity', userId: 'abdul', maxLots: null });
    expect(rejectionOf(trial.by('abdul', { ...anOrder, lots: lots(6) }))).toBeNull();
  });

  it('rejects a flag, a user and a dealer that do not exist, and a second registration', () => {
    const trial = Trial.opened();
    expect(rejectionOf(trial.operate({ kind: 'grantPermissions', userId: 'abdul', flags: ['fly'] }))).toBe(
      'flagUnknown',
    );
    expect(rejectionOf(trial.operate({ kind: 'grantPermissions', userId: 'nobody', flags: [] }))).toBe(
      'userUnknown',
    );
    const register = (userId: string, dealer: string) =>
      rejectionOf(trial.operate({ kind: 'registerUser', userId, member: 'KAND', dealer }));
    expect(register('eve', 'XXX')).toBe('dealerUnknown');
    expect(register('abdul', 'ABD')).toBe('userAlreadyRegistered');
  });
});

describe('request ids', () => {
  it('give a repeat the first answer and do nothing more', () => {
    const trial = Trial.opened();
    const first = trial.by('abdul', anOrder, 'r-1');
    const hash = JSON.stringify({ ...trial.venue.snapshot(), lastSeq: 0, lastAt: 0 });
    const again = trial.by('abdul', anOrder, 'r-1');
    expect(again).toMatchObject({ repeats: first.seq, verdict: first.verdict, events: [] });
    expect(JSON.stringify({ ...trial.venue.snapshot(), lastSeq: 0, lastAt: 0 })).toBe(hash);
  });

  it('are rejected with other contents, belong to one user, and keep a rejection too', () => {
    const trial = Trial.opened();
    trial.by('abdul', anOrder, 'r-1');
    expect(rejectionOf(trial.by('abdul', { ...anOrder, lots: lots(11) }, 'r-1'))).toBe('requestIdReused');
    expect(rejectionOf(trial.by('denise', { ...anOrder, principal: 'VELD' }, 'r-1'))).toBeNull();
    trial.by('abdul', { ...anOrder, price: cents(1) }, 'r-2');
    const again = trial.by('abdul', { ...anOrder, price: cents(1) }, 'r-2');
    expect(rejectionOf(again)).toBe('priceOffTick');
    expect(again.repeats).not.toBeNull();
  });

  it('of an earlier day are rejected as too old', () => {
    const trial = Trial.opened();
    trial.by('abdul', anOrder, 'r-1');
    trial.operate({ kind: 'endDay' });
    expect(rejectionOf(trial.by('abdul', anOrder, 'r-1'))).toBe('requestTooOld');
    expect(trial.venue.snapshot().orders).toEqual([]);
  });
});

describe('the end of a day', () => {
  it('[AUTH-10] expires what is open, marks prices, moves to the next business day and announces it by kind', () => {
    const trial = Trial.opened();
    trial.order('abdul', { side: 'S', price: cents(404_000), lots: lots(3) });
    trial.order('denise', { price: cents(404_000), lots: lots(1) });
    const suspended = trial.order('denise', { price: cents(403_000) }).activeOrderSeq;
    trial.by('denise', { kind: 'suspendActiveOrder', activeOrderSeq: suspended });
    const { events } = trial.operate({ kind: 'endDay' });
    expect(kinds(events)).toEqual([
      'orderExpired',
      'orderExpired',
      'dayEnded',
      'positionChanged',
      'positionChanged',
      'announcementMade',
    ]);
    expect(events.at(-1)).toMatchObject({ announcement: 'EndOfDay' });
    const ended = events.find((event) => event.kind === 'dayEnded');
    expect(ended).toMatchObject({ businessDay: '2026-11-18', nextBusinessDay: '2026-11-19' });
    expect(ended?.marks[0]).toMatchObject({ mtm: 404_000, previous: 403_500, method: 'last deal' });
    expect(ended?.marks[0]?.limits).toEqual({ low: 384_000, high: 424_000 });
    expect(ended?.marks[1]).toMatchObject({ mtm: 406_000, method: 'previous' });
    expect(trial.venue.snapshot().orders).toEqual([]);
    expect(trial.order('abdul', { price: cents(424_000) }).state).toBe('Active');
  });

  it('skips weekends and holidays', () => {
    const trial = Trial.opened();
    const days = Array.from({ length: 21 }, () => {
      const ended = trial.operate({ kind: 'endDay' }).events.find((event) => event.kind === 'dayEnded');
      return ended?.nextBusinessDay;
    });
    expect(days.slice(0, 3)).toEqual(['2026-11-19', '2026-11-20', '2026-11-23']);
    expect(days).not.toContain('2026-12-16');
    expect(days).toContain('2026-12-17');
  });
});

describe('the rejections', () => {
  it('have a sentence and a status each', () => {
    for (const code of Object.keys(rejectionCatalogue) as (keyof typeof rejectionCatalogue)[]) {
      expect(rejectionSentence({ code, details: {} })).toMatch(/^[A-Z?].*\.$/);
      expect([403, 409, 422]).toContain(rejectionStatus({ code, details: {} }));
    }
  });
});
