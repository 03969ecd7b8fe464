// Random deals and deal actions by dealers of three members: whatever they do, positions are what the standing deals make of them, no
// lot and no cent is lost, and what is refused or repeated changes nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lots } from '../kernel/units.ts';
import { addDealOfValue, type Position } from '../positions/position.ts';
import { dealFlags } from '../testing/deal-market.ts';
import { type DealMove, madeOf, playDeals } from '../testing/deal-moves.ts';
import { refusalOf, type Trial } from '../testing/small-market.ts';
import { Venue } from '../venue.ts';
import { isStanding } from './deal.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const runs = isLong ? 2000 : 120;

const aNumber = fc.nat({ max: 100_000 });
const aMoveOf = (kind: fc.Arbitrary<DealMove['kind']>): fc.Arbitrary<DealMove> =>
  fc.record({
    kind,
    about: aNumber,
    whom: aNumber,
    howMuch: aNumber,
    price: aNumber,
    requestId: fc.constantFrom(...Array.from({ length: 14 }, () => null), 'r-1', 'r-2'),
  });
const aMove = fc.oneof(
  { weight: 9, arbitrary: aMoveOf(fc.constantFrom(...dealFlags)) },
  { weight: 4, arbitrary: aMoveOf(fc.constantFrom('acceptUnmatchedDeal', 'insertUnmatchedDeal')) },
  { weight: 5, arbitrary: aMoveOf(fc.constant('insertOrder')) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 9 }).chain((at) => aMoveOf(fc.constant(at === 0 ? 'endDay' : 'splitDeal'))),
  },
);
const someMoves = fc.array(aMove, { minLength: 5, maxLength: 40, size: 'max' });

/** What the deals that stand make of each account's day, folded here and now from nothing. */
function foldedAnew(trial: Trial): Map<string, Position> {
  const { positions, deals, market } = trial.venue.snapshot();
  const mtmOf = new Map((market?.contracts ?? []).map(({ contract, mtm }) => [contract, mtm]));
  const anew = new Map<string, Position>();
  for (const position of positions.positions)
    anew.set(keyOf(position), {
      ...position,
      net: position.opening,
      bought: lots(0),
      sold: lots(0),
      cost: position.opening * (mtmOf.get(position.contract) ?? 0),
      realised: 0,
    });
  const standing = deals.deals
    .filter(isStanding)
    .sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
  for (const one of standing) {
    const position = anew.get(keyOf({ ...one.owner, contract: one.contract }));
    if (position === undefined)
      throw new Error(`deal ${one.dealSeq} stands, and its account has no position`);
    addDealOfValue(position, one);
  }
  return anew;
}
const keyOf = (at: { principal: string; subAccount: string | null; contract: string }) =>
  `${at.principal} ${at.subAccount} ${at.contract}`;

/** What playDeals has dealt to begin with. */
const stockValue = 5 * 403_500 + 4 * 403_520 + 3 * 403_440 + 6 * 403_500 + 7 * 403_460;

const stateOf = (trial: Trial) => {
  const { requests: _requests, ...state } = trial.venue.snapshot();
  return { ...state, lastSeq: 0, lastAt: 0 };
};

describe('any sequence of deals and deal actions', () => {
  it('leaves positions that are just what the standing deals make of them, and that come to nothing in sum', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        playDeals(moves, (trial) => {
          const { positions } = trial.venue.snapshot().positions;
          const anew = foldedAnew(trial);
          expect(positions.map((position) => anew.get(keyOf(position)))).toEqual(positions);
          const sums = new Map<string, number>();
          for (const { contract, net } of positions) sums.set(contract, (sums.get(contract) ?? 0) + net);
          expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
        });
      }),
      { numRuns: runs },
    );
  });

  it('loses no lot and no cent: what stands is worth what was dealt, on both sides', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        let bought = { lots: 25, value: stockValue };
        playDeals(moves, (trial) => {
          const events = trial.outcomes.at(-1)?.events ?? [];
          for (const event of events) {
            if (event.kind === 'dayEnded') bought = { lots: 0, value: 0 };
            if (event.kind === 'dealMade')
              bought = { lots: bought.lots + event.lots, value: bought.value + event.price * event.lots };
            // What is passed on stands once more: it goes through the passing member's own name, once each way.
            const matched =
              (event.kind === 'unmatchedDealEnded' || event.kind === 'unmatchedDealInserted') &&
              event.item.state === 'Accepted';
            if (matched)
              bought = { lots: bought.lots + event.item.lots, value: bought.value + event.item.value };
          }
          const standing = trial.venue.snapshot().deals.deals.filter(isStanding);
          const net = standing.reduce(
            (sum, { side, lots: quantity, value }) => ({
              lots: sum.lots + (side === 'B' ? quantity : -quantity),
              value: sum.value + (side === 'B' ? value : -value),
            }),
            { lots: 0, value: 0 },
          );
          expect(net).toEqual({ lots: 0, value: 0 });
          const buys = standing.filter(({ side }) => side === 'B');
          expect({
            lots: buys.reduce((sum, { lots: quantity }) => sum + quantity, 0),
            value: buys.reduce((sum, { value }) => sum + value, 0),
          }).toEqual(bought);
        });
      }),
      { numRuns: runs },
    );
  });

  it('changes nothing when it is refused, when the flag is denied, and when the request is a repeat', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(someMoves, aMoveOf(fc.constantFrom(...dealFlags)), (moves, last) => {
        const trial = playDeals(moves, (at) => {
          const outcome = at.outcomes.at(-1);
          if (outcome === undefined) return;
          const { verdict, command } = outcome;
          const key = verdict.kind === 'refused' ? verdict.refusal.code : command;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        });
        const { userId, command } = madeOf(trial, last);
        trial.operate({ kind: 'revokePermissions', userId, flags: [...dealFlags] });
        const denied = stateOf(trial);
        expect(refusalOf(trial.by(userId, command))).toBe('notPermitted');
        expect(stateOf(trial)).toEqual(denied);
        trial.operate({ kind: 'grantPermissions', userId, flags: [...dealFlags] });
        const before = stateOf(trial);
        const first = trial.by(userId, command, 'once');
        if (first.verdict.kind === 'refused') expect(stateOf(trial)).toEqual(before);
        const after = stateOf(trial);
        const again = trial.by(userId, command, 'once');
        expect(again).toMatchObject({ repeats: first.seq, verdict: first.verdict, events: [] });
        expect(stateOf(trial)).toEqual(after);
      }),
      { numRuns: runs },
    );
    // The play is worth something only if the actions do succeed.
    const reached = (dealFlags as readonly string[]).map((flag) => [flag, (counts.get(flag) ?? 0) >= 3]);
    expect(reached).toEqual(dealFlags.map((flag) => [flag, true]));
  });

  it('gives the same outcomes and state when replayed, also from a snapshot taken on the way', () => {
    fc.assert(
      fc.property(someMoves, fc.nat(), (moves, cut) => {
        const trial = playDeals(moves);
        const replayed = new Venue();
        const half = cut % (trial.journal.length + 1);
        let resumed = new Venue();
        trial.journal.forEach((command, at) => {
          if (at === half) resumed = Venue.from(JSON.parse(JSON.stringify(replayed.snapshot())));
          expect(replayed.handle(command)).toEqual(trial.outcomes[at]);
          if (at >= half) expect(resumed.handle(command)).toEqual(trial.outcomes[at]);
        });
        expect(replayed.stateHash()).toBe(trial.venue.stateHash());
        if (half < trial.journal.length) expect(resumed.stateHash()).toBe(trial.venue.stateHash());
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  });
});
