// The lots that open orders could deal, for each account with a position limit, by contract and direction. It is updated together
// with the open orders, so that checking a limit needs no walk over all of them.
import type { Contract } from '../contracts/contract.ts';
import { hedgeFor } from '../pricing/option-pricing.ts';
import type { Order } from './order.ts';

/** A change of an account's position if an order deals completely. */
export interface PositionChange {
  readonly contract: Contract;
  /** Lots; negative when sold. */
  readonly change: number;
}

interface OpenLots {
  readonly contract: Contract;
  bought: number;
  sold: number;
}

/** What an order adds to its account's exposure. */
interface Part {
  readonly principal: string;
  readonly changes: readonly PositionChange[];
}

export class Exposure {
  /** By principal, then by the contract's index. Accounts without a limit are not tracked. */
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
   * The lots that the principal's open orders could deal in a contract, in the direction of `change`; the order with this
   * number does not count. `open`: all open orders, for building an account when it is first needed.
   */
  lotsIn(
    principal: string,
    { contract, change }: PositionChange,
    { except, open }: { readonly except: number; readonly open: Iterable<Order> },
  ): number {
    const account = this.#accounts.get(principal) ?? this.#follow(principal, open);
    const { bought, sold } = account.get(contract.index) ?? { bought: 0, sold: 0 };
    const isBuy = change > 0;
    const exceptParts = this.#parts.get(except);
    const ownLots =
      exceptParts?.principal !== principal
        ? 0
        : exceptParts.changes
            .filter((change) => change.contract === contract && change.change > 0 === isBuy)
            .reduce((sum, change) => sum + change.change, 0);
    return (isBuy ? bought : sold) - ownLots;
  }

  /**
   * The lots that the principal's open orders could deal in one direction, by contract; the order with this number does not
   * count. `open`: as above.
   */
  *changesOf(
    principal: string,
    direction: 1 | -1,
    { except, open }: { readonly except: number; readonly open: Iterable<Order> },
  ): Generator<PositionChange> {
    const account = this.#accounts.get(principal) ?? this.#follow(principal, open);
    for (const { contract, bought, sold } of account.values())
      yield { contract, change: direction > 0 ? bought : sold };
    const exceptParts = this.#parts.get(except);
    if (exceptParts?.principal !== principal) return;
    for (const { contract, change } of exceptParts.changes)
      if (change > 0 === direction > 0) yield { contract, change: -change };
  }

  #follow(principal: string, open: Iterable<Order>): Map<number, OpenLots> {
    const account = new Map<number, OpenLots>();
    this.#accounts.set(principal, account);
    for (const order of open) if (order.owner.principal === principal) this.put(order);
    return account;
  }
}

function addTo(account: Map<number, OpenLots>, { contract, change }: PositionChange, sign: 1 | -1): void {
  let lots = account.get(contract.index);
  if (lots === undefined) {
    lots = { contract, bought: 0, sold: 0 };
    account.set(contract.index, lots);
  }
  if (change > 0) lots.bought += sign * change;
  else lots.sold += sign * change;
}

/** The changes that the remaining lots of an order would make: both legs of a pair, the option and the hedge of a delta. */
export function changesBy({ contract, side, remaining, pricing }: Order): PositionChange[] {
  const signed = side === 'B' ? remaining : -remaining;
  const { pair, option } = contract;
  if (pair !== null)
    return [
      { contract: pair.plus, change: signed * pair.plusLots },
      { contract: pair.minus, change: -signed * pair.minusLots },
    ];
  if (option === null || option.outright === null || pricing === null) return [{ contract, change: signed }];
  const hedge = hedgeFor(pricing, remaining);
  const buysHedge = (side === 'B') === (option.type === 'put');
  return [
    { contract: option.outright, change: signed },
    { contract: option.underlying, change: buysHedge ? hedge : -hedge },
  ];
}
