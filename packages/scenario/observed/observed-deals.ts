// The deals of the day as a scenario shows them: each side with its account and state, and the unmatched deals that one
// member has reported or assigned to another.
import type { Deal, DealMade, DealSide, OrderOwner, Side, UnmatchedDeal, VenueEvent } from '@openpit/venue';
import { averageText } from './amount-text.ts';

type ObservedSide = Pick<
  Deal,
  'dealSeq' | 'contract' | 'side' | 'lots' | 'value' | 'owner' | 'counterparty' | 'state'
>;

export class ObservedDeals {
  readonly #sides = new Map<number, ObservedSide>();
  readonly #reports = new Map<number, UnmatchedDeal>();

  apply(event: VenueEvent): void {
    switch (event.kind) {
      case 'dealMade':
        // A package holds no position; only the deals that it prints do.
        if (event.origin === 'package') break;
        this.#add(event, 'B', event.buy, event.sell);
        this.#add(event, 'S', event.sell, event.buy);
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
        this.#reports.set(event.item.unmatchedSeq, event.item);
        break;
      case 'dayEnded':
        this.#sides.clear();
        this.#reports.clear();
        break;
      default:
    }
  }

  /** Rows such as `1 KAND buys 10 DEC26 WMAZ at 4035.00 for 9996S/EAST with VELD, Open`. */
  sideRows(): string[] {
    return [...this.#sides.values()].map(
      (side) => `${side.dealSeq} ${termsOf(side)} with ${side.counterparty || 'several'}, ${side.state}`,
    );
  }

  /**
   * Rows such as `1 KAND buys 5 DEC26 WMAZ at 4060.00 for 9996S with VELD for 8001V, Accepted`.
   */
  reportRows(): string[] {
    return [...this.#reports.values()].map((item) => {
      const { unmatchedSeq, counterparty, accepted, counterpartyPrincipal, state } = item;
      const account = accepted === null ? counterpartyPrincipal : accountOf(accepted);
      return `${unmatchedSeq} ${termsOf(item)} with ${counterparty}${account === null ? '' : ` for ${account}`}, ${state}`;
    });
  }

  #add(dealMade: DealMade, side: Side, { dealSeq, owner }: DealSide, other: DealSide): void {
    const { contract, lots, price } = dealMade;
    const terms = { dealSeq, contract, side, lots, value: price * lots, owner };
    this.#sides.set(dealSeq, { ...terms, counterparty: other.owner.member, state: 'Open' });
  }

  #change(dealSeq: number, change: Partial<ObservedSide>): void {
    const side = this.#sides.get(dealSeq);
    if (side !== undefined) this.#sides.set(dealSeq, { ...side, ...change });
  }
}

function termsOf(deal: Pick<ObservedSide, 'contract' | 'side' | 'lots' | 'value' | 'owner'>): string {
  const { owner, side, lots, contract, value } = deal;
  return `${owner.member} ${side === 'B' ? 'buys' : 'sells'} ${lots} ${contract} at ${averageText(value / lots)} for ${accountOf(owner)}`;
}

const accountOf = ({ principal, subAccount }: OrderOwner): string =>
  subAccount === null ? principal : `${principal}/${subAccount}`;
