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

const isQuick = process.env.OPENPIT_QUICK === '1';

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
  /** Contracts of each certificate that a client of KAND, whose other accounts bid, tries to tender. */
  readonly ofClient?: readonly number[];
}

interface OpenLot {
  readonly siloCertSeq: number;
  readonly seller: { readonly principal: string };
  readonly lots: number;
}
interface OpenBid {
  readonly siloCertSeq: number;
  readonly principal: string;
  readonly premium: number;
  readonly placedSeq: number;
}

/** Steps 1 to 3 of the order of award (market/delivery.md, Silo certificates), from the lots, the bids and the net positions. */
function awardByTheText(
  lots: readonly OpenLot[],
  bids: readonly OpenBid[],
  net: Readonly<Record<string, number>>,
): { readonly back: readonly number[]; readonly won: readonly string[] } {
  const promised = new Map<string, number>();
  const staying = new Map<number, number>();
  for (const { siloCertSeq, seller, lots: size } of lots) {
    const all = (promised.get(seller.principal) ?? 0) + size;
    if (all > -(net[seller.principal] ?? 0)) continue;
    promised.set(seller.principal, all);
    staying.set(siloCertSeq, size);
  }
  const back = lots.map(({ siloCertSeq }) => siloCertSeq).filter((siloCertSeq) => !staying.has(siloCertSeq));
  const left = new Map(Object.entries(net));
  const inOrder = [...bids].sort((a, b) => b.premium - a.premium || a.placedSeq - b.placedSeq);
  const won: string[] = [];
  for (const { siloCertSeq, principal } of inOrder) {
    const size = staying.get(siloCertSeq);
    const held = left.get(principal) ?? 0;
    if (size === undefined || held < size) continue;
    staying.delete(siloCertSeq);
    left.set(principal, held - size);
    won.push(`${siloCertSeq} ${principal}`);
  }
  return { back, won };
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
  boughtBack: fc.integer({ min: 0, max: 3 }),
});

/** A seller of the same member as bidders. */
const sellingClient = '9104K';
/** Two sellers; one is a client of a bidder's member. */
const ofTwoSellers = fc
  .tuple(deliveries, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }))
  .map(([{ held, ...delivery }, ofClient]) => ({ ...delivery, held: held.slice(0, 2), ofClient }));

/** Bids for two lots at two premiums, so that many are equal. */
const contested = deliveries.map(({ bids, ...delivery }) => ({
  ...delivery,
  bids: bids.map(({ lot, by, rand }) => ({ lot: 1 + (lot % 2), by, rand: rand % 2 })),
}));

/** The certificates that are neither cancelled nor expired. */
const liveCerts = (market: TestMarket) =>
  market.venue.snapshot().silo.certs.filter(({ state }) => state !== 'Cancelled' && state !== 'Expired');
const tonsOf = (market: TestMarket): number => liveCerts(market).reduce((sum, { tons }) => sum + tons, 0);

interface Delivered {
  readonly market: TestMarket;
  /** The tons of all certificates before the award. */
  readonly tonsBefore: number;
  /** The net positions before the award. */
  readonly netsBefore: Readonly<Record<string, number>>;
  readonly lotsBefore: readonly OpenLot[];
  readonly bidsBefore: readonly OpenBid[];
}

function run({ held, certs, bids, boughtBack, ofClient = [] }: Delivery): Delivered {
  const market = openSiloMarket();
  held.forEach((lots, at) => {
    const long = longs[at];
    if (long !== undefined) deal(market, { contract: delivered, lots, price: 410_000, ...long });
  });
  const ofClients = ofClient.reduce((sum, lots) => sum + lots, 0);
  if (ofClients > 0)
    deal(market, {
      contract: delivered,
      lots: ofClients,
      price: 410_000,
      buyer: 'mpho',
      seller: 'abdul',
      sellerPrincipal: sellingClient,
    });
  stage(market, 'tendering');
  ofClient.forEach((lots, at) => {
    issue(market, { siloReceiptNo: `C${at}`, tons: lots * 100, owner: sellingClient });
    market.by('abdul', tender(`C${at}`));
  });
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
  // Sold by KAND, which stays long.
  const lotsBack = Math.min(boughtBack, held[0] ?? 0);
  if (lotsBack > 0)
    deal(market, { contract: delivered, lots: lotsBack, price: 410_000, buyer: 'denise', seller: 'abdul' });
  stage(market, 'deciding');
  const netsBefore = nets(market, delivered);
  const { silo } = market.venue.snapshot();
  const lotsBefore = silo.lots.filter(({ state }) => state === 'In auction');
  const bidsBefore = silo.bids
    .filter(({ bid: made }) => made.state === 'Open')
    .map(({ bid: made, placedSeq }) => ({ ...made, placedSeq }));
  award(market);
  return { market, tonsBefore, netsBefore, lotsBefore, bidsBefore };
}

/** The last notice day of `delivered`, as a day number. */
const lastNoticeDay = Math.floor(Date.parse('2026-11-30') / 86_400_000);

describe('a generated delivery', () => {
  it('[SILO-3] loses no certificate, no lot and no cent, and replays to the same state', () => {
    let [moves, splits, withdrawn, lost] = [0, 0, 0, 0];
    fc.assert(
      fc.property(deliveries, (delivery) => {
        const { market, tonsBefore, netsBefore } = run(delivery);
        const moved = eventsOf(market, 'siloDelivered');
        const { silo, clearing } = market.venue.snapshot();

        expect(tonsOf(market)).toBe(tonsBefore);
        for (const cert of silo.certs) expect(cert.tons).toBe(cert.lots * 100);
        expect(silo.certs.every(({ state }) => ['Held', 'Cancelled'].includes(state))).toBe(true);
        const received = moved.reduce((sum, { tons }) => sum + tons, 0);
        const numbers = silo.certs.map(({ siloReceiptNo }) => siloReceiptNo);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const { siloReceiptNo, buyer } of moved)
          expect(silo.certs.find((cert) => cert.siloReceiptNo === siloReceiptNo)?.principal).toBe(
            buyer.principal,
          );
        const elsewhere = liveCerts(market).filter(({ principal }) => principal !== 'VELD');
        expect(elsewhere.reduce((sum, { tons }) => sum + tons, 0)).toBe(received);

        const after = nets(market, delivered);
        const lotsOf = (events: typeof moved) => events.reduce((sum, { lots }) => sum + lots, 0);
        for (const { principal } of longs) {
          const own = lotsOf(moved.filter(({ buyer }) => buyer.principal === principal));
          expect(after[principal] ?? 0).toBe((netsBefore[principal] ?? 0) - own);
          expect(after[principal] ?? 0).toBeGreaterThanOrEqual(0);
        }
        expect(after.VELD ?? 0).toBe((netsBefore.VELD ?? 0) + lotsOf(moved));
        expect(after.VELD ?? 0).toBeLessThanOrEqual(0);

        const amounts = market.outcomes.flatMap(({ events }) =>
          events.flatMap((event) => (event.kind === 'moneyMoved' ? [event.amount] : [])),
        );
        expect(amounts).toEqual(moved.flatMap(({ amount }) => [-amount, amount]));
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
      { numRuns: isQuick ? 60 : 150, seed: 18 },
    );
    // The runs were of all kinds.
    for (const count of [moves, splits, withdrawn, lost]) expect(count).toBeGreaterThan(5);
  });

  it('[SILO-3] awards no lot to a bid if a higher or an earlier equal bid for it could have been filled', () => {
    let ties = 0;
    fc.assert(
      fc.property(contested, (delivery) => {
        const { market } = run(delivery);
        const { bids } = market.venue.snapshot().silo;
        const after = nets(market, delivered);
        for (const { siloCertSeq, lots, premium, award: how } of eventsOf(market, 'siloDelivered')) {
          const ofLot = bids.filter(({ bid: made }) => made.siloCertSeq === siloCertSeq);
          const won = ofLot.find(({ bid: made }) => made.state === 'Awarded');
          for (const { bid: lost, placedSeq } of ofLot.filter(({ bid: made }) => made.state === 'Lost')) {
            const isTie = won !== undefined && lost.premium === premium;
            const isBetter = isTie ? placedSeq < won.placedSeq : lost.premium > premium;
            if (how === 'allocation' || isBetter) expect(after[lost.principal] ?? 0).toBeLessThan(lots);
            ties += isTie ? 1 : 0;
          }
        }
      }),
      { numRuns: 150, seed: 19 },
    );
    expect(ties).toBeGreaterThan(5);
  });

  it('[SILO-3] is awarded by the rules of market/delivery.md if recomputed only from lots, bids and positions', () => {
    let [wins, back, kept, ofClient] = [0, 0, 0, 0];
    fc.assert(
      fc.property(fc.oneof(deliveries, contested, ofTwoSellers), (delivery) => {
        const { market, netsBefore, lotsBefore, bidsBefore } = run(delivery);
        const expected = awardByTheText(lotsBefore, bidsBefore, netsBefore);
        const awarded = eventsOf(market, 'siloDelivered').filter(({ award: how }) => how === 'bid');
        expect(awarded.map(({ siloCertSeq, buyer }) => `${siloCertSeq} ${buyer.principal}`)).toEqual(
          expected.won,
        );
        const { bids, lots } = market.venue.snapshot().silo;
        const lapsed = bids.filter(({ bid: made }) => made.state === 'Lapsed');
        const ofBack = bidsBefore.filter(({ siloCertSeq }) => expected.back.includes(siloCertSeq));
        expect(lapsed).toHaveLength(ofBack.length);
        for (const siloCertSeq of expected.back)
          expect(lots.find((lot) => lot.siloCertSeq === siloCertSeq)?.state).toBe('Withdrawn');
        wins += expected.won.length;
        ofClient += awarded.filter(({ seller }) => seller.principal === sellingClient).length;
        back += expected.back.length;
        const [first = Number.POSITIVE_INFINITY] = expected.back;
        kept += lotsBefore.some((lot) => lot.siloCertSeq > first && !expected.back.includes(lot.siloCertSeq))
          ? 1
          : 0;
      }),
      { numRuns: 300, seed: 21 },
    );
    for (const count of [wins, back, kept, ofClient]) expect(count).toBeGreaterThan(5);
  });

  it('[SILO-3] leaves no position after the last notice day: undelivered lots are in default, at no cost to the market', () => {
    let inDefault = 0;
    fc.assert(
      fc.property(deliveries, (delivery) => {
        const { market, tonsBefore } = run(delivery);
        const short = Math.abs(nets(market, delivered).VELD ?? 0);
        while (market.reference.businessDay <= lastNoticeDay) market.operate({ kind: 'endDay' });

        expect(nets(market, delivered)).toEqual({});
        const defaults = eventsOf(market, 'deliveryDefaulted');
        expect(defaults.reduce((sum, { lots }) => sum + lots, 0)).toBe(short);
        // R100 per ton, in cents, for contracts of 100 t.
        for (const { lots, amount } of defaults) expect(amount).toBe(lots * 100 * 10_000);
        const penalties = market.outcomes.flatMap(({ events }) =>
          events.flatMap((event) =>
            event.kind === 'moneyMoved' && event.movement === 'deliveryPenalty' ? [event.amount] : [],
          ),
        );
        expect(penalties).toEqual(defaults.flatMap(({ amount }) => [-amount, amount]));
        expect(tonsOf(market)).toBe(tonsBefore);

        const replayed = new Venue();
        for (const command of market.journal) replayed.handle(command);
        expect(replayed.stateHash()).toBe(market.venue.stateHash());
        inDefault += short;
      }),
      { numRuns: isQuick ? 15 : 30, seed: 20 },
    );
    expect(inDefault).toBeGreaterThan(5);
  });
});
