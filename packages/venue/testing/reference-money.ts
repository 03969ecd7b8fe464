// The money of the reference model: the amounts that each account must receive and pay, derived from deals, positions and MTM in the
// simplest way. It throws if a movement of the clearing differs, or if a cent is lost.
import type { MarginRequired, MoneyMoved, PaymentDue } from '../clearing/clearing-events.ts';
import { exchangeAccount } from '../clearing/clearing-ledger.ts';
import { isStanding } from '../deals/deal.ts';
import { asMoney } from '../kernel/units.ts';
import type { MarketValued } from '../mtm/mtm-events.ts';
import type { SiloDelivered } from '../silo/silo-events.ts';
import { claim, claimSame } from './claims.ts';
import type { ReferenceMarket } from './reference-market.ts';

export class ReferenceMoney {
  readonly balances = new Map<string, number>();
  readonly margins = new Map<string, number>();
  /** Movements of the day that ends, by movement, then by account. */
  readonly #moved = new Map<MoneyMoved['movement'], Map<string, number>>();
  #paid = 0;
  /** The debt after the last day was cleared, by account. */
  readonly #owed = new Map<string, number>();
  /** Deposits less withdrawals since then, by account. */
  readonly #paidSince = new Map<string, number>();
  /** For all days, by account: its variation margins, its receipts less its payments in deals, and its lots by contract. */
  readonly #variation = new Map<string, number>();
  readonly #dealt = new Map<string, number>();
  readonly #lots = new Map<string, Map<string, number>>();

  /** Movements of invoices that must follow. */
  readonly #invoiced: (readonly [principal: string, amount: number])[] = [];

  /** The buyer pays the amount and the VAT, and the seller receives both. */
  invoice({ buyer, seller, amount, vat = asMoney(0) }: SiloDelivered): void {
    this.#invoiced.push([buyer.principal, 0 - amount - vat], [seller.principal, amount + vat]);
  }

  move({ principal, movement, amount, balance, parts, on }: MoneyMoved): void {
    if (movement === 'delivery')
      claimSame('the movement of an invoice', [principal, amount], this.#invoiced.shift());
    if (movement === 'interest' && principal !== exchangeAccount) {
      // The balance already has the variation margin and the fees of the day, which do not count.
      const sinceCleared = ['variationMargin', 'bookingFee'] as const;
      const before = sinceCleared.reduce(
        (sum, kind) => sum - (this.#of(kind).get(principal) ?? 0),
        this.balances.get(principal) ?? 0,
      );
      const deposit = Math.max((this.margins.get(principal) ?? 0) - this.#unpaid(principal, before), 0);
      claimSame(`the deposit of ${principal} that earns interest`, on, deposit);
    }
    add(this.balances, principal, amount);
    claimSame(`the balance of ${principal}`, balance, this.balances.get(principal));
    if (movement === 'payment') {
      this.#paid += amount;
      add(this.#paidSince, principal, amount);
    } else add(this.#of(movement), principal, amount);
    const sum = parts.reduce((total, part) => total + part.amount, 0);
    claim(parts.length === 0 || sum === amount, `the parts of a movement of ${principal} add up to ${sum}`);
  }

  require({ principal, before, margin, classes }: MarginRequired): void {
    claimSame(`the margin of ${principal} before`, before, this.margins.get(principal) ?? 0);
    claim(margin >= 0, `${principal} has a margin of ${margin}`);
    claim(
      margin === classes.reduce((sum, classMargin) => sum + classMargin.margin, 0),
      'classes do not add up to the margin',
    );
    for (const { instrument, expiries, classRelief, seriesRelief, margin: own } of classes) {
      const scanned = expiries.reduce((sum, { scanLoss }) => sum + scanLoss, 0);
      claim(
        own >= 0 && own <= scanned,
        `the margin of ${principal} in ${instrument} is ${own} of ${scanned}`,
      );
      claimSame(`relief of ${principal} in ${instrument}`, scanned - own, classRelief + seriesRelief);
    }
    this.margins.set(principal, margin);
  }

  /** The part of the debt after the last clearing that the account has neither paid nor set off by credits. */
  #unpaid(principal: string, balance: number): number {
    const left = (this.#owed.get(principal) ?? 0) - (this.#paidSince.get(principal) ?? 0);
    return Math.min(Math.max(left, 0), Math.max(-balance, 0));
  }

  /** The amount due is the balance. */
  due({ principal, amount, overdue }: PaymentDue): void {
    claimSame(`what is due of ${principal}`, amount, this.balances.get(principal));
    claimSame(`what is overdue of ${principal}`, overdue, this.#unpaid(principal, amount));
  }

  /**
   * Compares a valuation with the positions of the model, at the prices of the valuation. An option that ends today has its exercise value.
   * If part of an option is abandoned, the assigned shorts are drawn, so those accounts are omitted. Returns the initial margins of the
   * remaining accounts.
   */
  value(model: ReferenceMarket, { marks, accounts }: MarketValued): ReadonlyMap<string, number> {
    const mtms = new Map(marks.map(({ contract, mtm }) => [contract, mtm]));
    const mtmOf = (contract: string) => mtms.get(contract) ?? model.contract(contract).mtm;
    const variation = variationAt(model, (contract) => valueAtEnd(model, contract, mtmOf));
    const drawn = new Set<string>();
    const abandoned = new Set([...model.abandoned.keys()].map((seq) => model.positions.get(seq)?.contract));
    for (const { positionSeq, contract, principal, net } of model.positions.values()) {
      if (net < 0 && abandoned.has(contract)) drawn.add(principal);
      if (model.abandoned.has(positionSeq) && endsToday(model, contract)) drawn.add(principal);
    }
    const certain = (amounts: ReadonlyMap<string, number>) =>
      withoutZeros(amounts).filter(([principal]) => !drawn.has(principal));
    const valued = new Map(accounts.map(({ principal, variationMargin }) => [principal, variationMargin]));
    claimSame('variation margins of a valuation', certain(valued), certain(variation));
    claim(sumOf(valued) === 0, 'variation margins of a valuation do not add up to zero');
    for (const { principal, initialMargin } of accounts)
      claim(initialMargin >= 0, `${principal} would have a margin of ${initialMargin}`);
    return new Map(
      accounts.flatMap(({ principal, initialMargin }) =>
        drawn.has(principal) ? [] : [[principal, initialMargin] as const],
      ),
    );
  }

  /** Claims that the margins at the end of a day equal its valuation's margins. */
  checkMargins(valued: ReadonlyMap<string, number>): void {
    for (const [principal, margin] of valued)
      claimSame(`the margin of ${principal}, as it was valued`, margin, this.margins.get(principal) ?? 0);
  }

  /** Compares the movements of the day with the deals and positions of the model, at the MTM of the day. */
  endDay(model: ReferenceMarket): void {
    const variation = variationAt(model, (contract) => model.contract(contract).mtm);
    const fees = new Map<string, number>();
    for (const { owner, fee } of model.deals.values()) {
      add(fees, owner.principal, -fee);
      add(fees, exchangeAccount, fee);
    }
    claimSame('variation margins', withoutZeros(this.#of('variationMargin')), withoutZeros(variation));
    this.#claimOverDays(model);
    claimSame('booking fees', withoutZeros(this.#of('bookingFee')), withoutZeros(fees));
    const closed = ['variationMargin', 'bookingFee', 'interest', 'delivery', 'deliveryPenalty'] as const;
    for (const movement of closed)
      claim(sumOf(this.#of(movement)) === 0, `movements of ${movement} do not add up to zero`);
    claim(sumOf(this.balances) + sumOf(this.margins) === this.#paid, 'a cent was lost or made');
    const flat = new Set(
      [...model.positions.values()].filter(({ net }) => net !== 0).map(({ principal }) => principal),
    );
    for (const [principal, margin] of this.margins)
      claim(margin === 0 || flat.has(principal), `${principal} is flat but has a margin of ${margin}`);
    this.#moved.clear();
    this.#paidSince.clear();
    for (const [principal, balance] of this.balances) this.#owed.set(principal, Math.max(-balance, 0));
  }

  /**
   * Claims that the variation margins of all days equal each account's realised and unrealised profit: the cash value of its deals since
   * the first day, plus the value of its holdings at the MTM. The profit is derived from the deals alone.
   */
  #claimOverDays(model: ReferenceMarket): void {
    for (const [principal, amount] of this.#of('variationMargin')) add(this.#variation, principal, amount);
    for (const deal of model.deals.values()) {
      if (!isStanding(deal)) continue;
      const { principal } = deal.owner;
      const sign = deal.side === 'B' ? 1 : -1;
      add(this.#dealt, principal, -sign * deal.value * tonsOf(model, deal.contract));
      const held = this.#lots.get(principal) ?? new Map<string, number>();
      add(held, deal.contract, sign * deal.lots);
      this.#lots.set(principal, held);
    }
    const profit = new Map(this.#dealt);
    for (const [principal, held] of this.#lots)
      for (const [contract, lots] of held)
        add(profit, principal, lots * model.contract(contract).mtm * tonsOf(model, contract));
    claimSame('variation margins of all days', withoutZeros(this.#variation), withoutZeros(profit));
  }

  #of(movement: MoneyMoved['movement']): Map<string, number> {
    let byAccount = this.#moved.get(movement);
    if (byAccount === undefined) {
      byAccount = new Map();
      this.#moved.set(movement, byAccount);
    }
    return byAccount;
  }
}

/** By account, at these prices. */
function variationAt(model: ReferenceMarket, mtmOf: (contract: string) => number): Map<string, number> {
  const variation = new Map<string, number>();
  for (const { principal, contract, realised, net, cost } of model.positions.values()) {
    const perTon = realised + net * mtmOf(contract) - cost;
    add(variation, principal, perTon * tonsOf(model, contract));
  }
  return variation;
}

const endsToday = (model: ReferenceMarket, contract: string): boolean => {
  const { kind, optionExpiry } = model.contract(contract).listing;
  return kind === 'option' && optionExpiry === model.businessDay;
};

/** The value of a lot per ton when the day ends: the MTM, or the exercise value of an option that ends today. */
function valueAtEnd(model: ReferenceMarket, contract: string, mtmOf: (contract: string) => number): number {
  if (!endsToday(model, contract)) return mtmOf(contract);
  const { flag, strike, underlying = '' } = model.contract(contract).listing;
  const gain = flag === 'C' ? mtmOf(underlying) - strike : strike - mtmOf(underlying);
  return gain >= model.contract(underlying).tick ? gain : 0;
}

const tonsOf = (model: ReferenceMarket, contract: string): number =>
  model.instruments.get(model.contract(contract).listing.instrument)?.tonsPerContract ?? 0;

function add(sums: Map<string, number>, account: string, amount: number): void {
  sums.set(account, (sums.get(account) ?? 0) + amount);
}

const sumOf = (sums: ReadonlyMap<string, number>): number =>
  [...sums.values()].reduce((sum, amount) => sum + amount, 0);

const withoutZeros = (sums: ReadonlyMap<string, number>): [string, number][] =>
  [...sums].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
