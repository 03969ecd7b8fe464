// The lots that open orders could deal, for each account with a position limit, by contract and direction. It is updated together
// with the open orders, so that checking a limit needs no walk over all of them.
import { exactHedge, wholeLots } from '@openpit/pricing';
import type { Contract } from '../contracts/contract.ts';
import type { Order } from './order.ts';

/** A change of an account's position if an order deals completely. */
interface PositionChange {
  readonly contract: Contract;
  /** Lots; negative when sold. */
  readonly change: number;
  /** The same with the largest hedge of a delta that rounding can lead to. */
  readonly most: number;
}

interface OpenLots {
  readonly contract: Contract;
  bought: number;
  sold: number;
  mostBought: number;
  mostSold: number;
}

/** What an order adds to its account's exposure. */
interface Part {
  readonly principal: string;
  readonly changes: readonly PositionChange[];
}

export class Exposure {
  /** By principal, then by the contract's index. Accounts without a limit are not tracked, unless they are near the largest of all. */
  readonly #accounts = new Map<string, Map<number, OpenLots>>();
  /** By order number, for tracked accounts. */
  readonly #parts = new Map<number, Part>();

  /** Adds or updates an open order. */
  put(order: Order): void {
    if (this.#accounts.size === 0) return;
    this.remove(order.activeOrderSeq);
    const { principal } = order.owner;
    const account = this.#accounts.get(principal);
    if (account === undefined) return;
    const changes = changesBy(order);
    this.#parts.set(order.activeOrderSeq, { principal, changes });
    for (const change of changes) addTo(account, change, 1);
  }

  /** Removes an order that is no longer open. */
  remove(activeOrderSeq: number): void {
    if (this.#accounts.size === 0) return;
    const part = this.#parts.get(activeOrderSeq);
    if (part === undefined) return;
    this.#parts.delete(activeOrderSeq);
    const account = this.#accounts.get(part.principal);
    if (account === undefined) return;
    for (const change of part.changes) addTo(account, change, -1);
  }

  /**
   * The most lots that the principal's open orders could deal in a contract, in the direction of `change`; the order with this
   * number does not count. `open`: all open orders, for building an account when it is first needed.
   */
  lotsIn(
    principal: string,
    { contract, change }: { readonly contract: Contract; readonly change: number },
    { except, open }: { readonly except: number; readonly open: Iterable<Order> },
  ): number {
    const account = this.#accounts.get(principal) ?? this.#follow(principal, open);
    const { mostBought, mostSold } = account.get(contract.index) ?? { mostBought: 0, mostSold: 0 };
    const isBuy = change > 0;
    const exceptParts = this.#parts.get(except);
    const ownLots =
      exceptParts?.principal !== principal
        ? 0
        : exceptParts.changes
            .filter((change) => change.contract === contract && change.most > 0 === isBuy)
            .reduce((sum, change) => sum + change.most, 0);
    return (isBuy ? mostBought : mostSold) - ownLots;
  }

  /**
   * The lots that the principal's open orders could deal in one direction, by contract; the order with this number does not
   * count. `open`: as above.
   */
  *changesOf(
    principal: string,
    direction: 1 | -1,
    { except, open }: { readonly except: number; readonly open: Iterable<Order> },
  ): Generator<{ readonly contract: Contract; readonly change: number }> {
    const account = this.#accounts.get(principal) ?? this.#follow(principal, open);
    for (const { contract, bought, sold } of account.values())
      yield { contract, change: direction > 0 ? bought : sold };
    const exceptParts = this.#parts.get(except);
    if (exceptParts?.principal !== principal) return;
    for (const { contract, change } of exceptParts.changes)
      if (change > 0 === direction > 0) yield { contract, change: -change };
  }

  /**
   * The lots that the principal's open orders could deal, over all contracts and in both directions; null if the account is not tracked.
   * The order `except` does not count.
   */
  lotsOf(principal: string, except: number | null): number | null {
    const account = this.#accounts.get(principal);
    if (account === undefined) return null;
    let sum = 0;
    for (const { mostBought, mostSold } of account.values()) sum += mostBought - mostSold;
    const exceptPart = except === null ? undefined : this.#parts.get(except);
    return exceptPart?.principal === principal ? sum - lotsOfChanges(exceptPart.changes) : sum;
  }

  /** Tracks the account from now on. */
  track(principal: string, open: Iterable<Order>): void {
    if (!this.#accounts.has(principal)) this.#follow(principal, open);
  }

  #follow(principal: string, open: Iterable<Order>): Map<number, OpenLots> {
    const account = new Map<number, OpenLots>();
    this.#accounts.set(principal, account);
    for (const order of open) if (order.owner.principal === principal) this.put(order);
    return account;
  }
}

function addTo(
  account: Map<number, OpenLots>,
  { contract, change, most }: PositionChange,
  sign: 1 | -1,
): void {
  let lots = account.get(contract.index);
  if (lots === undefined) {
    lots = { contract, bought: 0, sold: 0, mostBought: 0, mostSold: 0 };
    account.set(contract.index, lots);
  }
  if (most > 0) {
    lots.bought += sign * change;
    lots.mostBought += sign * most;
  } else {
    lots.sold += sign * change;
    lots.mostSold += sign * most;
  }
}

/**
 * The changes that the remaining lots of an order would make: both legs of a pair, the option and the hedge of a delta. `exact`: the hedge
 * in millionths of a lot, at the order's own terms unless it deals at others.
 */
export function changesBy(
  { contract, side, remaining, pricing, unhedged }: Order,
  exact = pricing === null ? 0 : exactHedge(remaining, pricing.delta),
): PositionChange[] {
  const signed = side === 'B' ? remaining : -remaining;
  const { pair, option } = contract;
  if (pair !== null)
    return [whole(pair.plus, signed * pair.plusLots), whole(pair.minus, -signed * pair.minusLots)];
  if (option === null || option.outright === null || pricing === null) return [whole(contract, signed)];
  const hedge = wholeLots(unhedged + exact);
  // The deal that fills the order is rounded for the order on the other side, if that goes on.
  const most = Math.min(hedge + 1, remaining);
  const sign = (side === 'B') === (option.type === 'put') ? 1 : -1;
  return [
    whole(option.outright, signed),
    { contract: option.underlying, change: sign * hedge, most: sign * most },
  ];
}

/** Their lots, whatever the direction. */
export const lotsOfChanges = (changes: readonly PositionChange[]): number =>
  changes.reduce((sum, { most }) => sum + Math.abs(most), 0);

const whole = (contract: Contract, change: number): PositionChange => ({ contract, change, most: change });
