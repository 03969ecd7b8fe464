// A participant's own orders, with their remaining lots, and its net position in each contract, built from outcomes.
import type { DealSide, Outcome, Price, Side } from '@openpit/venue';
import type { HeldPosition } from './simulated-market.ts';

export interface OwnOrder {
  readonly activeOrderSeq: number;
  readonly side: Side;
  readonly price: Price;
  readonly left: number;
}

export class OwnOrders {
  readonly #userId: string;
  readonly #orders = new Map<string, Map<number, OwnOrder>>();
  readonly #net = new Map<string, number>();
  /** Contracts where its orders have dealt since `takeDealt` named them. */
  readonly #dealt = new Set<string>();

  /** `held`: positions from before, of all participants. */
  constructor(userId: string, heldPositions: readonly HeldPosition[]) {
    this.#userId = userId;
    for (const { contract, net, userId: holder } of heldPositions)
      if (holder === userId) this.#net.set(contract, net);
  }

  apply({ events }: Outcome): void {
    for (const event of events)
      switch (event.kind) {
        case 'orderAccepted':
          if (event.owner.userId !== this.#userId) break;
          this.#of(event.contract).set(event.activeOrderSeq, { ...event, left: event.lots });
          break;
        case 'dealMade':
          this.#deal(event.contract, event.buy, event.lots);
          this.#deal(event.contract, event.sell, -event.lots);
          break;
        case 'orderEdited':
          if (event.owner.userId !== this.#userId) break;
          for (const orders of this.#orders.values()) {
            const order = orders.get(event.activeOrderSeq);
            if (order !== undefined)
              orders.set(event.activeOrderSeq, { ...order, price: event.price, left: event.lots });
          }
          break;
        case 'orderFilled':
        case 'orderKilled':
        case 'orderDeleted':
        case 'orderExpired':
          for (const orders of this.#orders.values()) orders.delete(event.activeOrderSeq);
          break;
        default:
      }
  }

  in(contract: string, side: Side): OwnOrder[] {
    return [...(this.#orders.get(contract)?.values() ?? [])].filter((order) => order.side === side);
  }

  /** Lots of all open orders on this side. */
  open(contract: string, side: Side): number {
    return this.in(contract, side).reduce((sum, { left }) => sum + left, 0);
  }

  net(contract: string): number {
    return this.#net.get(contract) ?? 0;
  }

  /** A contract where one of these orders has dealt; returns each only once. */
  takeDealt(): string | undefined {
    for (const contract of this.#dealt) {
      this.#dealt.delete(contract);
      return contract;
    }
    return undefined;
  }

  #deal(contract: string, { owner, activeOrderSeq, left }: DealSide, signed: number): void {
    if (owner.userId !== this.#userId) return;
    this.#net.set(contract, this.net(contract) + signed);
    this.#dealt.add(contract);
    const orders = this.#of(contract);
    const order = orders.get(activeOrderSeq);
    if (order !== undefined) orders.set(activeOrderSeq, { ...order, left });
  }

  #of(contract: string): Map<number, OwnOrder> {
    const orders = this.#orders.get(contract) ?? new Map<number, OwnOrder>();
    this.#orders.set(contract, orders);
    return orders;
  }
}
