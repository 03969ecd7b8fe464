// What a participant has in the market and what it holds, as far as the market has told: its orders with what is left of
// them, its net position by contract. It learns as everyone does, from outcomes.
import type { Cents, DealSide, Outcome, Side } from '@openpit/venue';

export interface OwnOrder {
  readonly activeOrderSeq: number;
  readonly side: Side;
  readonly price: Cents;
  readonly left: number;
}

export class OwnOrders {
  readonly #userId: string;
  readonly #orders = new Map<string, Map<number, OwnOrder>>();
  readonly #net = new Map<string, number>();
  /** Contracts in which something of one's own dealt since they were last looked at. */
  readonly #hit = new Set<string>();

  constructor(userId: string, held: Iterable<readonly [contract: string, net: number]>) {
    this.#userId = userId;
    for (const [contract, net] of held) this.#net.set(contract, net);
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

  /** Lots that may still deal on this side. */
  open(contract: string, side: Side): number {
    return this.in(contract, side).reduce((sum, { left }) => sum + left, 0);
  }

  net(contract: string): number {
    return this.#net.get(contract) ?? 0;
  }

  /** A contract in which something of one's own dealt, each named once. */
  takeHit(): string | undefined {
    for (const contract of this.#hit) {
      this.#hit.delete(contract);
      return contract;
    }
    return undefined;
  }

  #deal(contract: string, { owner, activeOrderSeq, left }: DealSide, signed: number): void {
    if (owner.userId !== this.#userId) return;
    this.#net.set(contract, this.net(contract) + signed);
    this.#hit.add(contract);
    const orders = this.#of(contract);
    const order = orders.get(activeOrderSeq);
    if (order !== undefined) orders.set(activeOrderSeq, { ...order, left });
  }

  #of(contract: string): Map<number, OwnOrder> {
    const found = this.#orders.get(contract) ?? new Map<number, OwnOrder>();
    this.#orders.set(contract, found);
    return found;
  }
}
