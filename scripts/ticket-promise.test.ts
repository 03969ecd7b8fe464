// While the book does not change, the order form's promise is exact: over random books of all five types of contract, the
// form's own functions read the typed values and predict the deals, and the real venue then gets the order that the form would send.

import { commandOfBody } from '@openpit/market';
import { dealtAtOnce, Projections } from '@openpit/projections';
import type { DealMade, Outcome } from '@openpit/venue';
import { GeneratedRun, marketUsers, RandomValues } from '@openpit/venue/testing';
import type { ActiveOrderRow, ContractClass, DepthRow, MarketRow, Side } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DealsNow,
  dealsNow,
  type Leg,
  legOutsideLimits,
  legsNow,
  oppositeBook,
  pricesOf,
} from '../apps/web/forms/ticket/deals/deals-now.ts';
import { type OwnMatch, ownMatch } from '../apps/web/forms/ticket/deals/own-match.ts';
import { type OrderFields, parseTicket } from '../apps/web/forms/ticket/parse-ticket.ts';
import { contractTerms } from '../apps/web/market/contract-terms.ts';
import { formatPrice, setFormatLocale } from '../apps/web/ui/format.ts';

type MarketUser = (typeof marketUsers)[number];

const isLong = process.env.OPENPIT_LONG === '1';
/** `npm run check` makes a few runs only. */
const isQuick = process.env.OPENPIT_QUICK === '1' && !isLong;
const runs = isLong ? 100 : isQuick ? 2 : 5;
const commandsPerRun = 600;
/** The number of accepted orders that dealt, for each type of contract, that must be compared. */
const dealtAtLeast = isQuick ? 10 : 30;

const kinds = [
  'futures',
  'options',
  'deltas',
  'splits',
  'spreads',
] as const satisfies readonly ContractClass[];
const kindOf = {
  futures: 'future',
  options: 'option',
  deltas: 'delta',
  splits: 'split',
  spreads: 'spread',
} as const;

/** The promise of the form about one side. */
interface SidePromise {
  readonly side: Side;
  readonly deals: DealsNow;
  /** The legs of the order; null for a contract without legs. */
  readonly legs: readonly Leg[] | null;
  /** The order of the same member and principal that it would match. */
  readonly own: OwnMatch | null;
}

class TicketRun {
  readonly run = new GeneratedRun();
  readonly projections = new Projections();
  readonly dealt = new Map<string, number>();
  /** Orders that were rejected because they match one of the same account, and orders whose rejection the form had predicted. */
  ownMatches = 0;
  /** Deltas whose hedge differed from the promise by a lot. */
  hedgesOff = 0;
  certainMatches = 0;

  constructor() {
    this.run.onOutcome = (outcome) => void this.projections.apply(outcome);
    this.run.open();
  }

  depthOf(contract: string): readonly DepthRow[] {
    this.projections.depth.takeChanges();
    const { rows } = this.projections.depth.open(contract, true);
    this.projections.depth.close(contract);
    return rows;
  }

  /** Types an order as a dealer might, compares the form's promise with the market's outcome. */
  enter(random: RandomValues): void {
    const kind = random.pick(kinds);
    const { model } = this.run;
    const ofKind = model.names.filter((name) => model.contract(name).listing.kind === kindOf[kind]);
    const quoted = ofKind.filter((name) => {
      const { B, S } = model.contract(name);
      return B.length + S.length > 0;
    });
    const contract = random.pick(quoted.length > 0 && !random.oneIn(8) ? quoted : ofKind);
    const row = contract === undefined ? undefined : this.current(contract);
    const user = random.pick(marketUsers);
    if (row === undefined || user === undefined) return;
    const legTicks = [row.near, row.far].flatMap((leg) => (leg === undefined ? [] : [this.tickOf(leg)]));
    const premium = { tick: this.tickOf(row.contract), decimals: 2 };
    const terms = contractTerms(row, { tick: Math.max(premium.tick, ...legTicks), decimals: 2 });
    const depth = this.depthOf(row.contract);
    const typed = typedFields(random, row, depth, { terms, member: user.member });
    const { limitLow = null, limitHigh = null } = this.current(row.underlying ?? '') ?? {};
    const rules = { terms, premium, maxQty: 500, future: { limitLow, limitHigh } };
    const { order, candidates, fields } = parseTicket(typed, row, rules);
    if (order === null) return;
    const id = { requestId: `t-${this.run.journal.length}` };
    const marketOf = (contract: string) => this.current(contract);
    const orders = this.ordersOf(user);
    const entry = model.inAuction.has(row.contract) ? 'auction' : 'open';
    const promised = candidates.map(({ side, qty, price }): SidePromise => {
      if (qty === null || price === null) throw new Error('a complete order has quantity and price');
      const type = order.kind === 'double' ? 'Normal' : fields.type;
      const deals = dealsNow({ side, qty, price, type }, oppositeBook(side, row, depth));
      const hasLegs = kind !== 'futures' && kind !== 'options';
      const legs = hasLegs ? legsNow(row, { side, fills: deals.fills, tick: terms.tick }, marketOf) : null;
      const own = ownMatch(
        { contract: row.contract, candidate: { side, qty, price, type } },
        { orders, member: user.member, principal: typed.principal },
        depth,
        entry,
      );
      return { side, deals, legs, own };
    });
    const { command, requestId } =
      order.kind === 'order'
        ? commandOfBody('insertOrder', { ...id, ...order.body })
        : commandOfBody('insertDoubleOrder', { ...id, ...order.body });
    const by = { kind: 'user', userId: user.userId } as const;
    const outcome = this.run.send({ by, requestId, command });
    this.compare(kind, row, promised, outcome, marketOf);
    this.compareOwn(promised, outcome, user);
  }

  private compare(
    kind: ContractClass,
    row: MarketRow,
    promised: readonly SidePromise[],
    outcome: Outcome,
    marketOf: (contract: string) => MarketRow | undefined,
  ): void {
    if (outcome.verdict.kind === 'rejected') {
      const { code } = outcome.verdict.rejection;
      // A leg outside its limits is the only rejection that depends on the predicted deals: the form warns of it.
      if (code === 'legOutsideLimits' && promised.some(({ deals }) => deals.dealt > 0)) {
        const warned = promised.map(({ legs }) => legs !== null && legOutsideLimits(legs, marketOf) !== null);
        expect(warned).toContain(true);
      }
      return;
    }
    const { answer } = outcome.verdict;
    const answers =
      answer?.kind === 'double' ? [answer.bid, answer.offer] : answer?.kind === 'order' ? [answer] : [];
    const prices = dealtAtOnce(outcome);
    for (const [index, { side, deals, legs }] of promised.entries()) {
      const given = answers[index];
      // During a call auction nothing deals, which the form says by the phase.
      if (given === undefined || given.state === 'Pre-market') continue;
      const own = outcome.events.flatMap((event) => dealOf(event, given.activeOrderSeq));
      const matches = own.filter(({ origin }) => origin === 'screen' || origin === 'package');
      const context = `${row.contract} ${side} of command ${outcome.seq}`;
      expect(
        matches.map(({ price, lots }) => [price / 100, lots]),
        context,
      ).toEqual(deals.fills.map(({ price, qty }) => [price, qty]));
      expect(given.dealt, context).toBe(deals.dealt);
      if (given.state === 'Killed') expect(deals.isLeftKilled, context).toBe(true);
      else expect(given.remaining, context).toBe(deals.left);
      if (deals.dealt === 0) continue;
      this.dealt.set(kind, (this.dealt.get(kind) ?? 0) + 1);
      const said = prices.find(({ activeOrderSeq }) => activeOrderSeq === given.activeOrderSeq);
      expect(said?.averagePrice, context).toBe(pricesOf(deals.fills)?.average);
      if (legs === null) continue;
      const dealtLegs = said?.legs ?? [];
      // The last deal of a delta may be rounded for the other order, whose fraction only the market knows (decision 32).
      const hedge = hedgeIn(dealtLegs, kind);
      const promisedHedge = hedgeIn(legs, kind);
      const isOff = (hedge?.qty ?? 0) !== (promisedHedge?.qty ?? 0);
      if (isOff) expect(Math.abs((hedge?.qty ?? 0) - (promisedHedge?.qty ?? 0)), context).toBe(1);
      if (isOff) this.hedgesOff += 1;
      const counts = (leg: { readonly contract: string }) =>
        !isOff || (leg.contract !== hedge?.contract && leg.contract !== promisedHedge?.contract);
      expect(dealtLegs.filter(counts).map(legText).sort(), context).toEqual(
        legs
          .filter(counts)
          .map(({ average, ...leg }) => legText({ ...leg, averagePrice: average }))
          .sort(),
      );
    }
  }

  /** Before sending, the form says of an order that matches one of the same account that the market rejects it. */
  private compareOwn(promised: readonly SidePromise[], { verdict, seq }: Outcome, user: MarketUser): void {
    if (this.projections.directory.selfMatch === 'allow') return;
    const matches = promised.flatMap(({ own }) => own ?? []);
    const isCertain = matches.some((match) => match.isCertain);
    const context = `self-match of command ${seq}`;
    if (verdict.kind === 'accepted') {
      expect(isCertain, context).toBe(false);
      return;
    }
    if (verdict.rejection.code !== 'orderWouldMatchOwnOrder') return;
    // A dealer with own-only visibility does not see the order in the way.
    if (this.viewerOf(user).onlyDealer !== null) return;
    expect(matches.length, context).toBeGreaterThan(0);
    this.ownMatches += 1;
    if (isCertain) this.certainMatches += 1;
  }

  private viewerOf({ userId, member }: MarketUser) {
    return { userId, member, onlyDealer: this.projections.rights.of(userId)?.onlyDealer ?? null };
  }

  private ordersOf(user: MarketUser): readonly ActiveOrderRow[] {
    return this.projections.rowsFor('activeOrders', this.viewerOf(user)).rows;
  }

  /** The tick of the instrument, which is the second word of a contract's name. */
  private tickOf(contract: string): number {
    const code = contract.split(' ')[1]?.split('-')[0];
    const { rows } = this.projections.rowsFor('instruments', { userId: '', member: '' });
    return rows.find(({ instrument }) => instrument === code)?.tick ?? 0;
  }

  private current(contract: string): MarketRow | undefined {
    return this.projections.market.current(contract);
  }
}

const legText = ({
  side,
  qty,
  contract,
  averagePrice,
}: Pick<Leg, 'side' | 'qty' | 'contract'> & { readonly averagePrice: number }) =>
  `${side} ${qty} ${contract} at ${averagePrice}`;

/** The leg in the future. */
const hedgeIn = <Leg extends { readonly contract: string }>(legs: readonly Leg[], kind: ContractClass) =>
  kind === 'deltas' ? legs.find(({ contract }) => contract.split(' ').length === 2) : undefined;

/** The event as a deal of this order, in its contract or in a leg. */
function dealOf(event: Outcome['events'][number], activeOrderSeq: number): DealMade[] {
  if (event.kind !== 'dealMade') return [];
  const { buy, sell } = event;
  return buy.activeOrderSeq === activeOrderSeq || sell.activeOrderSeq === activeOrderSeq ? [event] : [];
}

/** The fields as a dealer types them: mostly a price that reaches into the book, and a quantity near the book's. */
function typedFields(
  random: RandomValues,
  row: MarketRow,
  depth: readonly DepthRow[],
  { terms, member }: { readonly terms: ReturnType<typeof contractTerms>; readonly member: string },
): OrderFields {
  const { tick, decimals, meaning } = terms;
  const side: Side = random.oneIn(2) ? 'B' : 'S';
  const { orders } = oppositeBook(side, row, depth);
  const level = random.pick(orders)?.price ?? row.mtm ?? 1;
  const away = random.oneIn(3) ? random.between(-4, 4) * tick : 0;
  const available = orders.reduce((sum, { qty }) => sum + qty, 0);
  const text = (price: number) => formatPrice(price, decimals);
  const price = text(level + away);
  const isByOther = (meaning === 'premium' || meaning === 'volatility') && random.oneIn(2);
  const other =
    meaning === 'premium' ? random.between(1_500, 4_500) / 100 : (random.between(50, 2_000) * 20) / 100;
  const reference = (row.reference ?? 0) + (random.oneIn(2) ? random.between(-20, 20) * 0.2 : 0);
  const isDouble = random.oneIn(6);
  const type = random.pick(['Normal', 'Normal', 'Tok', 'Fok'] as const) ?? 'Normal';
  const first = {
    qtyText: String(random.between(1, Math.max(2, Math.round(available * 1.3)))),
    priceText: price,
    otherText: isByOther && !isDouble ? text(other) : '',
  };
  const offer = {
    qtyText: String(random.between(1, 10)),
    priceText: text(level + away + random.between(1, 5) * tick),
    otherText: '',
  };
  return {
    sides: isDouble
      ? [
          { side: 'B', ...first },
          { side: 'S', ...offer },
        ]
      : [{ side, ...first }],
    type,
    capacity: 'P',
    principal: member,
    ref: '',
    cancelsOther: false,
    referenceText: meaning === 'volatility' ? text(reference) : '',
  };
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the promise of the order form', () => {
  it(
    '[ACT-1] equals the deals while the book does not change, in futures, options, deltas, splits and spreads',
    () => {
      const dealt = new Map<string, number>();
      let [own, certain, off] = [0, 0, 0];
      for (let seed = 1; seed <= runs; seed += 1) {
        const ticket = new TicketRun();
        const random = new RandomValues(seed);
        for (let command = 0; command < commandsPerRun; command += 1) {
          const { submission, afterMs } = ticket.run.generate(random.below(2 ** 31));
          ticket.run.send(submission, afterMs);
          ticket.enter(new RandomValues(random.below(2 ** 31)));
        }
        own += ticket.ownMatches;
        certain += ticket.certainMatches;
        off += ticket.hedgesOff;
        for (const [kind, count] of ticket.dealt) dealt.set(kind, (dealt.get(kind) ?? 0) + count);
      }
      // The user's orders are few: most rejections of this kind must have been foreseen with certainty.
      expect(own, 'own orders in the way').toBeGreaterThanOrEqual(dealtAtLeast);
      expect(certain / own).toBeGreaterThan(0.9);
      expect(off / (dealt.get('deltas') ?? 0), 'hedges that differ').toBeLessThan(0.2);
      for (const kind of kinds)
        expect(dealt.get(kind) ?? 0, `deals in ${kind}`).toBeGreaterThanOrEqual(dealtAtLeast);
    },
    isLong ? 900_000 : 120_000,
  );
});
