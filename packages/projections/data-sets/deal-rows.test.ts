import { type DealMove, playDeals } from '@openpit/venue/testing/deals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maySee } from '../audience.ts';
import { Projections } from '../projections.ts';

const members = ['KAND', 'VELD', 'MIEL', 'SLAP'];
const viewerOf = (member: string) => ({ userId: member.toLowerCase(), member });

const kinds: readonly DealMove['kind'][] = [
  'splitDeal',
  'cumulateDeal',
  'correctDealPrinciple',
  'subAccountChange',
  'assignDealToMember',
  'tripartiteDeal',
  'insertUnmatchedDeal',
  'insertUnmatchedDeal',
  'editUnmatchedDeal',
  'deleteUnmatchedDeal',
  'acceptUnmatchedDeal',
  'acceptUnmatchedDeal',
  'insertOrder',
  'insertOrder',
];
const aNumber = fc.nat({ max: 100_000 });
const someMoves: fc.Arbitrary<DealMove[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    about: aNumber,
    whom: aNumber,
    howMuch: aNumber,
    price: aNumber,
    requestId: fc.constant(null),
  }),
  { maxLength: 40, size: 'max' },
);

function projectionsOf(trial: ReturnType<typeof playDeals>): Projections {
  const projections = new Projections();
  for (const outcome of trial.outcomes) projections.apply(outcome);
  return projections;
}

describe('the rows of deals', () => {
  it('[PANEL-10] are the ledger’s deals, each at its own member only, and add up to its positions', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        const trial = playDeals(moves);
        const { deals, unmatchedDeals: _items, positions } = projectionsOf(trial);
        const ledger = trial.venue.snapshot().deals.deals;
        for (const member of members) {
          const { rows } = deals.rows.image(viewerOf(member));
          const own = ledger.filter(({ owner }) => owner.member === member);
          expect(
            rows.map((row) => [
              row.dealSeq,
              row.state,
              row.principal,
              row.subAccount,
              row.qty,
              row.linkedGroup,
            ]),
          ).toEqual(
            own.map((deal) => [
              deal.dealSeq,
              deal.state,
              deal.owner.principal,
              deal.owner.subAccount,
              deal.lots,
              deal.linkedGroup,
            ]),
          );
          for (const { principal, subAccount, contract, net, opening } of positions.rows.image(
            viewerOf(member),
          ).rows) {
            const standing = rows.filter(
              (row) =>
                (row.state === 'Open' || row.state === 'Assigning') &&
                row.principal === principal &&
                row.subAccount === subAccount &&
                row.contract === contract,
            );
            expect(standing.reduce((sum, { side, qty }) => sum + (side === 'B' ? qty : -qty), opening)).toBe(
              net,
            );
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[PANEL-11] show an unmatched deal to its two sides, in the same terms, and to nobody else', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        const trial = playDeals(moves);
        const { unmatchedDeals } = projectionsOf(trial);
        const items = trial.venue.snapshot().deals.unmatched;
        expect([...unmatchedDeals.rows.all()]).toHaveLength(items.length * 2);
        for (const row of unmatchedDeals.rows.all())
          for (const member of members) expect(maySee(viewerOf(member), row)).toBe(row.member === member);
        for (const item of items) {
          const mine = unmatchedDeals.rows.get(item.ownSeq);
          const theirs = unmatchedDeals.rows.get(item.theirSeq);
          expect(mine).toMatchObject({
            member: item.owner.member,
            role: 'captured',
            counterparty: item.counterparty,
          });
          expect(theirs).toMatchObject({
            member: item.counterparty,
            role: 'addressed',
            counterparty: item.owner.member,
            qty: mine?.qty,
            price: mine?.price,
            state: mine?.state,
            version: mine?.version,
          });
          expect(theirs?.side === mine?.side).toBe(item.type !== 'reported');
          const isKnown = item.accepted !== null || item.counterpartyPrincipal !== null;
          expect(mine?.theirPrincipal !== null).toBe(isKnown);
          expect(theirs?.theirPrincipal !== null).toBe(isKnown && item.type === 'reported');
          expect(theirs?.dealSeq).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('saved and loaded on the way, or rebuilt from the outcomes, are the same', () => {
    fc.assert(
      fc.property(someMoves, fc.nat(), (moves, cut) => {
        const trial = playDeals(moves);
        const whole = new Projections();
        let resumed = new Projections();
        trial.outcomes.forEach((outcome, at) => {
          const told = whole.apply(outcome);
          expect(resumed.apply(outcome).dataSets).toEqual(told.dataSets);
          if (at === cut % trial.outcomes.length)
            resumed = Projections.from(JSON.parse(JSON.stringify(resumed.save())));
        });
        const { deals, unmatchedDeals, positions } = whole.save();
        expect(resumed.save()).toMatchObject({ deals, unmatchedDeals, positions });
      }),
      { numRuns: 60 },
    );
  });

  it('hide the counterparty of a screen deal where the market does not disclose members, and not of one that was agreed', () => {
    const trial = playDeals([]);
    const secretive = trial.outcomes.map((outcome) => ({
      ...outcome,
      events: outcome.events.map((event) =>
        event.kind === 'marketOpened'
          ? { ...event, market: { ...event.market, disclosesMembers: false } }
          : event,
      ),
    }));
    const projections = new Projections();
    for (const outcome of secretive) projections.apply(outcome);
    const rows = () => projections.deals.rows.image(viewerOf('KAND')).rows;
    expect(new Set(rows().map(({ counterparty }) => counterparty))).toEqual(new Set(['****']));
    const [bought] = rows();
    if (bought === undefined) throw new Error('nothing was dealt');
    projections.apply(
      trial.by('abdul', {
        kind: 'tripartiteDeal',
        dealSeq: bought.dealSeq,
        client: '5044M',
        carryingMember: 'MIEL',
      }),
    );
    const passed = rows().filter(({ origin }) => origin === 'tripartite');
    expect(passed.map(({ side, counterparty }) => [side, counterparty])).toEqual([
      ['B', '****'],
      ['S', 'MIEL'],
    ]);
    const [theirs] = projections.deals.rows
      .image(viewerOf('MIEL'))
      .rows.filter(({ origin }) => origin === 'tripartite');
    expect(theirs?.counterparty).toBe('KAND');
  });
});
