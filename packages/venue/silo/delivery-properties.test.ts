// Deliveries of generated certificates, positions and bids: nothing is lost, nobody gets more than it is long.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deal, nets } from '../testing/deal-market.ts';
import {
  award,
  bid,
  delivered,
  eventsOf,
  issue,
  openSiloMarket,
  stage,
  tender,
} from '../testing/silo-market.ts';
import type { TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';

const longs = [
  { buyer: 'abdul', principal: 'KAND' },
  { buyer: 'abdul', principal: '9996S' },
  { buyer: 'abdul', principal: '9104K' },
  { buyer: 'mpho', principal: 'MIEL' },
] as const;

interface Delivery {
  /** Lots of each long; VELD is short all of them. */
  readonly held: readonly number[];
  /** Contracts of each certificate that VELD tries to tender. */
  readonly certs: readonly number[];
  readonly bids: readonly { readonly lot: number; readonly by: number; readonly rand: number }[];
  /** Lots that VELD buys back after the tenders. */
  readonly boughtBack: number;
}

const deliveries: fc.Arbitrary<Delivery> = fc.record({
  held: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
  certs: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }),
  bids: fc.array(
    fc.record({
      lot: fc.integer({ min: 1, max: 6 }),
      by: fc.integer({ min: 0, max: 3 }),
      rand: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 12 },
  ),
  boughtBack: fc.integer({ min: 0, max: 1 }),
});

/** Those that are neither cancelled nor expired. */
const liveCerts = (market: TestMarket) =>
  market.venue.snapshot().silo.certs.filter(({ state }) => state !== 'Cancelled' && state !== 'Expired');
const tonsOf = (market: TestMarket): number => liveCerts(market).reduce((sum, { tons }) => sum + tons, 0);

function run({ held, certs, bids, boughtBack }: Delivery): { market: TestMarket; tonsBefore: number } {
  const market = openSiloMarket();
  held.forEach((lots, at) => {
    const long = longs[at];
    if (long !== undefined) deal(market, { contract: delivered, lots, price: 410_000, ...long });
  });
  stage(market, 'tendering');
  certs.forEach((lots, at) => {
    issue(market, { siloReceiptNo: `T${at}`, tons: lots * 100 });
    market.by('denise', tender(`T${at}`));
  });
  const tonsBefore = tonsOf(market);
  stage(market, 'bidding');
  for (const { lot, by, rand } of bids) {
    const long = longs[by];
    if (long !== undefined) market.by(long.buyer, bid(lot, rand, long.principal));
  }
  if (boughtBack > 0)
    deal(market, { contract: delivered, lots: boughtBack, price: 410_000, buyer: 'denise', seller: 'abdul' });
  stage(market, 'deciding');
  award(market);
  return { market, tonsBefore };
}

describe('a generated delivery', () => {
  it('[SILO-3] loses no certificate, no lot and no cent, and replays to the same state', () => {
    let [moves, splits, withdrawn, lost] = [0, 0, 0, 0];
    fc.assert(
      fc.property(deliveries, (one) => {
        const { market, tonsBefore } = run(one);
        const moved = eventsOf(market, 'siloDelivered');
        const { silo, clearing } = market.venue.snapshot();

        expect(tonsOf(market)).toBe(tonsBefore);
        for (const cert of silo.certs) expect(cert.tons).toBe(cert.lots * 100);
        expect(silo.certs.every(({ state }) => ['Held', 'Cancelled'].includes(state))).toBe(true);
        const received = moved.reduce((sum, { tons }) => sum + tons, 0);
        const elsewhere = liveCerts(market).filter(({ principal }) => principal !== 'VELD');
        expect(elsewhere.reduce((sum, { tons }) => sum + tons, 0)).toBe(received);

        const after = nets(market, delivered);
        for (const { principal } of longs.slice(1)) expect(after[principal] ?? 0).toBeGreaterThanOrEqual(0);
        expect(after.VELD ?? 0).toBeLessThanOrEqual(0);
        expect(Object.values(after).reduce((sum, net) => sum + net, 0)).toBe(0);

        const amounts = market.outcomes.flatMap(({ events }) =>
          events.flatMap((event) => (event.kind === 'moneyMoved' ? [event.amount] : [])),
        );
        for (let at = 0; at < amounts.length; at += 2) expect(amounts[at]).toBe(-(amounts[at + 1] ?? 0));
        expect(clearing.accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);

        for (const { state } of silo.lots) expect(['Awarded', 'Allocated', 'Withdrawn']).toContain(state);
        for (const { bid: made } of silo.bids) expect(['Awarded', 'Lost', 'Lapsed']).toContain(made.state);

        const replayed = new Venue();
        for (const command of market.journal) replayed.handle(command);
        expect(replayed.stateHash()).toBe(market.venue.stateHash());
        market.restart();
        expect(market.venue.stateHash()).toBe(replayed.stateHash());

        moves += moved.length;
        splits += moved.filter(({ siloReceiptNo }) => siloReceiptNo.includes('-')).length;
        withdrawn += silo.lots.filter(({ state }) => state === 'Withdrawn').length;
        lost += silo.bids.filter(({ bid: made }) => made.state === 'Lost').length;
      }),
      { numRuns: 150, seed: 18 },
    );
    // The runs were of all kinds.
    for (const count of [moves, splits, withdrawn, lost]) expect(count).toBeGreaterThan(5);
  });

  it('[SILO-3] gives no lot to a bid when a better bid for it could have been filled', () => {
    fc.assert(
      fc.property(deliveries, (one) => {
        const { market } = run(one);
        const { bids } = market.venue.snapshot().silo;
        const after = nets(market, delivered);
        for (const { siloCertSeq, lots, premium, award: how } of eventsOf(market, 'siloDelivered'))
          for (const { bid: better } of bids) {
            const isBetter =
              better.siloCertSeq === siloCertSeq && (how === 'allocation' || better.premium > premium);
            if (isBetter && better.state === 'Lost') expect(after[better.principal] ?? 0).toBeLessThan(lots);
          }
      }),
      { numRuns: 150, seed: 19 },
    );
  });
});
