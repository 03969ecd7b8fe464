// The best bid and offer of every contract, as anyone can follow them on the market panels: from what comes to rest and what
// leaves, whosever it is.
import type { Cents, Outcome, Side } from '@openpit/venue';

interface Place {
  readonly contract: string;
  readonly side: Side;
  readonly price: Cents;
}

export class TopOfBook {
  readonly #places = new Map<number, Place>();
  readonly #sides = new Map<string, Map<number, Cents>>();

  apply({ events }: Outcome): void {
    for (const event of events)
      switch (event.kind) {
        case 'orderRested': {
          const { activeOrderSeq, contract, side, price } = event;
          this.#places.set(activeOrderSeq, { contract, side, price });
          this.#of(contract, side).set(activeOrderSeq, price);
          break;
        }
        case 'orderFilled':
        case 'orderSuspended':
        case 'orderDeleted':
        case 'orderExpired':
          this.#leave(event.activeOrderSeq);
          break;
        default:
      }
  }

  /** Undefined when nothing rests on this side. */
  best(contract: string, side: Side): Cents | undefined {
    let best: Cents | undefined;
    for (const price of this.#sides.get(`${side} ${contract}`)?.values() ?? [])
      if (best === undefined || (side === 'B' ? price > best : price < best)) best = price;
    return best;
  }

  /** The middle of bid and offer, in cents; undefined where one of them is missing. */
  middle(contract: string): number | undefined {
    const bid = this.best(contract, 'B');
    const offer = this.best(contract, 'S');
    return bid === undefined || offer === undefined ? undefined : (bid + offer) / 2;
  }

  #leave(activeOrderSeq: number): void {
    const place = this.#places.get(activeOrderSeq);
    if (place === undefined) return;
    this.#places.delete(activeOrderSeq);
    this.#of(place.contract, place.side).delete(activeOrderSeq);
  }

  #of(contract: string, side: Side): Map<number, Cents> {
    const key = `${side} ${contract}`;
    const found = this.#sides.get(key) ?? new Map<number, Cents>();
    this.#sides.set(key, found);
    return found;
  }
}
