import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, OrderChange } from './commands.ts';
import { cents, lots, volatility } from './kernel/units.ts';
import { marketOfAllTypes, refusalOf, Trial } from './testing/small-market.ts';
import { Venue } from './venue.ts';

interface Sent {
  readonly userId: string;
  readonly command: Command;
}

const futures = ['DEC26 WMAZ', 'MAR27 WMAZ', 'DEC26 YMAZ', 'DEC26 WEAT'];
const options = ['MAR27 WMAZ 4060 C', 'MAR27 WMAZ 4060 P', 'MAR27 WMAZ 4020 P'];
const deltas = ['MAR27 WMAZ 4060 C D', 'MAR27 WMAZ 4060 P D', 'MAR27 WMAZ 4020 C D'];
const pairs = ['DEC26-MAR27 WMAZ', 'DEC26 WMAZ-YMAZ', 'DEC26 WMAZ-WEAT'];
const around: Readonly<Record<string, number>> = {
  'DEC26 WMAZ': 403_500,
  'MAR27 WMAZ': 406_000,
  'DEC26 YMAZ': 388_000,
  'DEC26 WEAT': 615_000,
  'DEC26-MAR27 WMAZ': 100,
  'DEC26 WMAZ-YMAZ': 15_500,
  'DEC26 WMAZ-WEAT': -211_500,
};

const order = fc
  .record({
    contract: fc.constantFrom(...futures, ...options, ...deltas, ...pairs),
    side: fc.constantFrom('B' as const, 'S' as const),
    type: fc.constantFrom(
      'Normal' as const,
      'Normal' as const,
      'Normal' as const,
      'Tok' as const,
      'Fok' as const,
    ),
    lots: fc.integer({ min: 1, max: 9 }).map(lots),
    steps: fc.integer({ min: -3, max: 3 }),
    byVolatility: fc.boolean(),
    reference: fc.constantFrom(null, cents(405_000), cents(407_000)),
    principal: fc.constantFrom('own', 'own', 'own', '9996S'),
  })
  .map(({ contract, steps, byVolatility, reference, principal, ...terms }) => ({
    principal,
    terms: {
      kind: 'insertOrder' as const,
      contract,
      ...terms,
      ...priced(contract, { steps, byVolatility, reference }),
      subAccount: null,
      ref: '',
    },
  }));

function priced(
  contract: string,
  ask: {
    readonly steps: number;
    readonly byVolatility: boolean;
    readonly reference: ReturnType<typeof cents> | null;
  },
) {
  const middle = around[contract];
  if (middle !== undefined) return { price: cents(middle + ask.steps * 100) };
  const { reference } = ask;
  if (ask.byVolatility || contract.endsWith(' D'))
    return { price: cents(0), volatility: volatility(2_700 + ask.steps * 50), reference };
  return { price: cents(22_000 + ask.steps * 200) };
}

const sent: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc
      .record({ user: fc.constantFrom('abdul', 'denise'), order })
      .map(({ user, order: wanted }) => {
        const own = user === 'abdul' ? 'KAND' : 'VELD';
        const principal = wanted.principal === 'own' ? own : wanted.principal;
        const capacity = wanted.principal === 'own' ? ('P' as const) : ('A' as const);
        return { userId: user, command: { ...wanted.terms, principal, capacity } };
      }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      userId: fc.constantFrom('abdul', 'denise'),
      command: fc.oneof(
        fc.record({
          kind: fc.constantFrom(
            'suspendActiveOrder' as const,
            'resubmitActiveOrder' as const,
            'deleteActiveOrder' as const,
          ),
          activeOrderSeq: fc.integer({ min: 1, max: 30 }),
        }),
        fc.record({
          kind: fc.constantFrom('amendActiveOrder' as const, 'editSuspendOrder' as const),
          activeOrderSeq: fc.integer({ min: 1, max: 30 }),
          change: fc.record({
            price: fc.constantFrom(null, null, cents(22_200), cents(-40)),
            volatility: fc.constantFrom(null, volatility(2_750)),
            reference: fc.constantFrom(null, cents(406_000)),
            lots: fc.constantFrom(null, lots(4)),
            principal: fc.constant(null),
            capacity: fc.constant(null),
          }) satisfies fc.Arbitrary<OrderChange>,
        }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      userId: fc.constant('abdul'),
      command: fc.record({
        kind: fc.constant('addStrike' as const),
        instrument: fc.constant('WMAZ'),
        contractDate: fc.constantFrom('MAR27', 'DEC26'),
        strike: fc.constantFrom(402_000, 404_000, 401_000).map(cents),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Sent>({ userId: '', command: { kind: 'endDay' } }) },
);

function play(all: readonly Sent[]): Trial {
  const trial = Trial.opened(marketOfAllTypes);
  for (const { userId, command } of all)
    if (userId === '') trial.operate(command);
    else trial.by(userId, command);
  return trial;
}

const runs = process.env.OPENPIT_LONG === '1' ? 2000 : 150;
const story = fc.array(sent, { minLength: 40, maxLength: 140 });

describe('any sequence of commands on contracts of all types', () => {
  it('gives the same outcomes and state when replayed, also from a snapshot taken on the way', () => {
    fc.assert(
      fc.property(story, fc.nat(), (all, cut) => {
        const trial = play(all);
        const half = cut % trial.journal.length;
        let resumed = new Venue();
        trial.journal.forEach((command, at) => {
          if (at === half) resumed = Venue.from(JSON.parse(JSON.stringify(resumed.snapshot())));
          expect(resumed.handle(JSON.parse(JSON.stringify(command)))).toEqual(trial.outcomes[at]);
        });
        expect(resumed.stateHash()).toBe(trial.venue.stateHash());
      }),
      { numRuns: runs },
    );
  });

  it('leaves no book crossed, positions at zero in sum, none in a package, and every deal on its tick and in its limits', () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(story, (all) => {
        const trial = play(all);
        const { market, orders, positions } = trial.venue.snapshot();
        const prices = new Map(orders.map(({ activeOrderSeq, price }) => [activeOrderSeq, price]));
        for (const { buys, sells } of market?.contracts ?? []) {
          const [bid, offer] = [prices.get(buys[0] ?? 0), prices.get(sells[0] ?? 0)];
          if (bid !== undefined && offer !== undefined) expect(bid).toBeLessThan(offer);
        }
        const sums = new Map<string, number>();
        for (const { contract, net } of positions.positions)
          sums.set(contract, (sums.get(contract) ?? 0) + net);
        expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
        for (const name of [...deltas, ...pairs]) expect(sums.has(name)).toBe(false);
        for (const { events, verdict } of trial.outcomes) {
          if (verdict.kind === 'refused') count(reached, verdict.refusal.code);
          const packages = events.flatMap((event) =>
            event.kind === 'dealMade' && event.origin === 'package' ? [event] : [],
          );
          for (const event of events) {
            if (event.kind !== 'dealMade') continue;
            count(reached, event.origin);
            if (event.origin === 'screen' || event.origin === 'package') continue;
            expect(event.price).toBeGreaterThan(0);
            expect(event.price % (event.contract.endsWith('WEAT') ? 100 : 20)).toBe(0);
            expect(packages.some(({ linkedGroup }) => linkedGroup === event.linkedGroup)).toBe(true);
          }
          for (const whole of packages) checkLegs(whole, events);
        }
      }),
      { numRuns: runs },
    );
    for (const what of ['screen', 'package', 'split', 'spread', 'delta', 'strikeOffGrid', 'strikeListed'])
      expect([what, (reached.get(what) ?? 0) > 20]).toEqual([what, true]);
  });

  it('changes nothing when it is refused', () => {
    fc.assert(
      fc.property(story, sent, (all, last) => {
        const trial = play(all);
        const { market, orders, positions, deals, nextOrderSeq, nextDealSeq } = trial.venue.snapshot();
        if (last.userId === '' || refusalOf(trial.by(last.userId, last.command)) === null) return;
        const after = trial.venue.snapshot();
        expect(after).toMatchObject({ market, orders, positions, deals, nextOrderSeq, nextDealSeq });
      }),
      { numRuns: runs },
    );
  });
});

type Outcome = Trial['outcomes'][number];
type Deal = Extract<Outcome['events'][number], { kind: 'dealMade' }>;

/** The legs of a split or spread lie its difference apart and are equal in tons; an option has the lots of its delta. */
function checkLegs(whole: Deal, events: Outcome['events']): void {
  const [first, second] = events.filter(
    (event): event is Deal =>
      event.kind === 'dealMade' && event.linkedGroup === whole.linkedGroup && event.origin !== 'package',
  );
  expect(first?.buy.owner).toEqual(whole.buy.owner);
  if (first?.origin === 'delta') {
    expect(first.lots).toBe(whole.lots);
    expect(second?.lots ?? 0).toBeLessThanOrEqual(whole.lots);
    return;
  }
  expect((first?.price ?? 0) - (second?.price ?? 0)).toBe(whole.price);
  const tons = (deal: Deal | undefined) => (deal?.lots ?? 0) * (deal?.contract.endsWith('WEAT') ? 50 : 100);
  expect(tons(first)).toBe(tons(second));
  expect(second?.sell.owner).toEqual(whole.buy.owner);
}

function count(reached: Map<string, number>, what: string): void {
  reached.set(what, (reached.get(what) ?? 0) + 1);
}
