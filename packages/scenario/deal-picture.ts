// What a story sees of the day's deals after they were dealt: each side with its account and what became of it, and what one member
// has reported or offered to another.
import type { Deal, DealMade, DealSide, OrderOwner, Side, UnmatchedDeal, VenueEvent } from '@openpit/venue';

type SideSeen = Pick<
  Deal,
  'dealSeq' | 'contract' | 'side' | 'lots' | 'value' | 'owner' | 'counterparty' | 'state'
>;

export class DealPicture {
  readonly #sides = new Map<number, SideSeen>();
  readonly #reports = new Map<number, UnmatchedDeal>();

  fold(event: VenueEvent): void {
    switch (event.kind) {
      case 'dealMade':
        // Nothing is held of a package but the deals that it prints.
        if (event.origin === 'package') break;
        this.#see(event, 'B', event.buy, event.sell);
        this.#see(event, 'S', event.sell, event.buy);
        break;
      case 'dealBooked':
        this.#sides.set(event.dealSeq, { ...event, state: 'Open' });
        break;
      case 'dealStateChanged':
        this.#change(event.dealSeq, { state: event.state });
        break;
      case 'dealMoved':
        this.#change(event.dealSeq, { owner: event.to });
        break;
      case 'unmatchedDealInserted':
      case 'unmatchedDealEdited':
      case 'unmatchedDealEnded':
        this.#reports.set(event.item.ownSeq, event.item);
        break;
      case 'dayEnded':
        this.#sides.clear();
        this.#reports.clear();
        break;
      default:
    }
  }

  /** `1 KAND buys 10 DEC26 WMAZ at 4035.00 for 9996S/EAST with VELD, Open`. */
  sideRows(): string[] {
    return [...this.#sides.values()].map(
      (side) => `${side.dealSeq} ${termsOf(side)} with ${side.counterparty || 'several'}, ${side.state}`,
    );
  }

  /** `1 KAND buys 5 DEC26 WMAZ at 4060.00 for 9996S with VELD for 8001V, Accepted`; the other side's number is the next. */
  reportRows(): string[] {
    return [...this.#reports.values()].map((item) => {
      const { ownSeq, counterparty, accepted, counterpartyPrincipal, state } = item;
      const taker = accepted === null ? counterpartyPrincipal : accountOf(accepted);
      return `${ownSeq} ${termsOf(item)} with ${counterparty}${taker === null ? '' : ` for ${taker}`}, ${state}`;
    });
  }

  #see(made: DealMade, side: Side, { dealSeq, owner }: DealSide, other: DealSide): void {
    const { contract, lots, price } = made;
    const terms = { dealSeq, contract, side, lots, value: price * lots, owner };
    this.#sides.set(dealSeq, { ...terms, counterparty: other.owner.member, state: 'Open' });
  }

  #change(dealSeq: number, change: Partial<SideSeen>): void {
    const side = this.#sides.get(dealSeq);
    if (side !== undefined) this.#sides.set(dealSeq, { ...side, ...change });
  }
}

function termsOf(deal: Pick<SideSeen, 'contract' | 'side' | 'lots' | 'value' | 'owner'>): string {
  const { owner, side, lots, contract, value } = deal;
  const price = value / lots;
  const at = (price / 100).toFixed(Number.isInteger(price) ? 2 : 4);
  return `${owner.member} ${side === 'B' ? 'buys' : 'sells'} ${lots} ${contract} at ${at} for ${accountOf(owner)}`;
}

const accountOf = ({ principal, subAccount }: OrderOwner): string =>
  subAccount === null ? principal : `${principal}/${subAccount}`;
