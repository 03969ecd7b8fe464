// The market as a scenario sees it: books, positions and the deals of the day, built from the outcomes since the opening
// and written as the rows of a scenario.
import { ContractBooks } from '@openpit/projections';
import type { DealMade, MoneyMoved, Outcome, PositionChanged, SiloCert, VenueEvent } from '@openpit/venue';
import { contractIn, type Fixture } from '../fixture/fixture.ts';
import { averageText, randText } from './amount-text.ts';
import { bookRows } from './book-rows.ts';
import type { NamedOrders } from './named-orders.ts';
import { ObservedDeals } from './observed-deals.ts';

export class ObservedMarket {
  readonly deals = new ObservedDeals();
  readonly #fixture: Fixture;
  readonly #orders: NamedOrders;
  readonly #books = new ContractBooks();
  readonly #certificates = new Map<string, SiloCert>();
  readonly #positions = new Map<number, PositionChanged>();
  #prints: DealMade[] = [];
  /** Movements of the last business day that moved money. */
  #movements: MoneyMoved[] = [];

  constructor(fixture: Fixture, orders: NamedOrders) {
    this.#fixture = fixture;
    this.#orders = orders;
  }

  apply({ events }: Outcome): void {
    for (const event of events) this.#apply(event);
  }

  /** Rows such as `10 (A1 A2) 4034.80 | 4035.20 5 (D1)`. */
  bookRows(contract: string): string[] {
    return bookRows(this.#books.of(contract), (order) => this.#orders.nameOf(order));
  }

  /** Rows such as `KAND DEC26 WMAZ 10 at 4034.80, realised 200.00`, of accounts with a position or a deal today. */
  positionRows(): string[] {
    return [...this.#positions.values()]
      .filter(({ net, bought, sold }) => net !== 0 || bought + sold > 0)
      .map((position) => this.#positionRow(position))
      .sort();
  }

  /** Rows such as `10 DEC26 WMAZ at 4034.80, A1 from D1`: the deals of the day in their order, the buyer first. */
  dealRows(): string[] {
    return this.#prints.map(({ lots, contract, price, buy, sell }) => {
      const [buyer, seller] = [buy, sell].map(({ activeOrderSeq }) => this.#orders.nameOf(activeOrderSeq));
      return `${lots} ${contract} at ${randText(price)}, ${buyer} from ${seller}`;
    });
  }

  /** Rows such as `KAND variationMargin 210.00: DEC26 WMAZ 310.00, MAR27 WMAZ -100.00`, by account. */
  movementRows(): string[] {
    const byAccount = [...this.#movements].sort((a, b) => compare(a.principal, b.principal));
    return byAccount.map(({ principal, movement, amount, parts }) => {
      const sorted = [...parts].sort((a, b) => compare(a.contract, b.contract));
      const listed = sorted.map((part) => `${part.contract} ${randText(part.amount)}`).join(', ');
      return `${principal} ${movement} ${randText(amount)}${listed === '' ? '' : `: ${listed}`}`;
    });
  }

  /** Rows such as `SR100001 VELD 300 t, Held`, in the order of issue. */
  certificateRows(): string[] {
    return [...this.#certificates.values()].map(
      ({ siloReceiptNo, principal, tons, state }) => `${siloReceiptNo} ${principal} ${tons} t, ${state}`,
    );
  }

  #positionRow({ principal, subAccount, contract, net, cost, realised }: PositionChanged): string {
    const account = subAccount === null ? principal : `${principal}/${subAccount}`;
    const average = net === 0 ? '' : ` at ${averageText(cost / net)}`;
    const profit = realised * (contractIn(this.#fixture, contract)?.tons ?? 1);
    return `${account} ${contract} ${net}${average}${profit === 0 ? '' : `, realised ${randText(profit)}`}`;
  }

  #apply(event: VenueEvent): void {
    this.deals.apply(event);
    this.#books.apply(event);
    switch (event.kind) {
      case 'dealMade':
        this.#prints.push(event);
        break;
      case 'dealCancelled':
        this.#prints = this.#prints.filter(({ matchSeq }) => matchSeq !== event.matchSeq);
        break;
      case 'dealRepriced': {
        const { matchSeq, newPrice: price } = event;
        this.#prints = this.#prints.map((deal) => (deal.matchSeq === matchSeq ? { ...deal, price } : deal));
        break;
      }
      case 'positionChanged':
        this.#positions.set(event.positionSeq, event);
        break;
      case 'siloCertChanged':
        this.#certificates.set(event.cert.siloReceiptNo, event.cert);
        break;
      case 'moneyMoved':
        this.#movements = this.#movements.filter(({ businessDay }) => businessDay === event.businessDay);
        this.#movements.push(event);
        break;
      case 'dayEnded':
        this.#prints = [];
        break;
    }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
