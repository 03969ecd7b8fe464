// The input of the simulator: the order gateway, its participants, and the contracts that they trade. Prices are cents per ton.
import type { Clock, OrderGateway, OrderOwner, Price, SiloCertChanged, SiloStageBegun } from '@openpit/venue';
import type { MarketName } from './profiles.ts';

export interface QuotedContract {
  readonly contract: string;
  readonly instrument: string;
  readonly tick: Price;
  /** The price that the participants consider fair at the start: the last deal, otherwise the official price. */
  readonly start: Price;
  /** The MTM of the last business day; prices return to it. */
  readonly official: Price;
  /** The place of the contract among the months of its instrument; 0 is the nearest. Later months have thinner books. */
  readonly place: number;
  readonly limits: { readonly low: Price; readonly high: Price } | null;
}

/** The inputs of an option's price except the price of its future. */
export interface SimulatedOption {
  /** The future. */
  readonly underlying: string;
  readonly type: 'call' | 'put';
  readonly strike: Price;
  /** Time to expiry. */
  readonly years: number;
  /** The volatility of its last mark, in hundredths of a percent. */
  readonly volatility: number;
}

/** A contract of the option writer: an option is quoted by premium, a delta by volatility, a split or a spread by difference. */
export type QuotedPackage =
  | {
      readonly kind: 'option';
      readonly contract: string;
      readonly tick: Price;
      readonly option: SimulatedOption;
    }
  | {
      readonly kind: 'delta';
      readonly contract: string;
      /** The tick of its volatility, in hundredths of a percent. */
      readonly tick: Price;
      readonly option: SimulatedOption;
      /** The option that is dealt with its hedge, and the least premium of it. */
      readonly outright: string;
      readonly leastPremium: Price;
    }
  | {
      readonly kind: 'pair';
      readonly contract: string;
      readonly tick: Price;
      readonly legs: {
        readonly plus: string;
        readonly minus: string;
        /** Lots of each in one lot of the pair. */
        readonly plusLots: number;
        readonly minusLots: number;
      };
    };

/** An open order of a participant from before the start. */
export interface OpenOrder {
  readonly activeOrderSeq: number;
  readonly userId: string;
}

/** A position of a participant from before the start. */
export interface HeldPosition {
  readonly contract: string;
  readonly userId: string;
  readonly net: number;
}

/** A user of the market, and the account that it deals for. */
export type Participant = Pick<OrderOwner, 'userId' | 'principal' | 'capacity'>;

/** The deliveries of the day as a participant sees them, for its own account. Premiums are rand per ton. */
export interface SiloDesk {
  readonly positions: readonly {
    readonly contract: string;
    readonly net: number;
    readonly tendered: number;
  }[];
  readonly certs: readonly {
    readonly siloReceiptNo: string;
    readonly siloCertSeq: number | null;
    readonly instrument: string;
    readonly lots: number;
    readonly state: SiloCertChanged['cert']['state'];
  }[];
  readonly offers: readonly {
    readonly siloCertSeq: number;
    readonly contract: string;
    readonly lots: number;
    readonly bestPremium: number | null;
  }[];
  readonly bids: readonly { readonly siloCertSeq: number; readonly rank: number | null }[];
  readonly stageOf: (contract: string) => SiloStageBegun['stage'] | undefined;
}

export interface SimulatedMarket {
  readonly gateway: OrderGateway;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly maker: Participant;
  readonly hedger: Participant;
  readonly speculator: Participant;
  /** The participants that leave orders away from the market. */
  readonly resting: readonly Participant[];
  /** The busiest first. */
  readonly contracts: readonly QuotedContract[];
  /** Quotes `packages`. */
  readonly writer: Participant;
  readonly packages: readonly QuotedPackage[];
  /** The participants that deliver and receive certificates, each with its current view. */
  readonly delivering: readonly { readonly self: Participant; readonly desk: () => SiloDesk }[];
  /** Orders and positions of the participants from before the start. The orders are deleted first. */
  readonly leftOver: readonly OpenOrder[];
  readonly heldPositions: readonly HeldPosition[];
  /** Called once when a step fails for another reason than a busy market; the simulator has then stopped. */
  readonly onFailure: (error: unknown) => void;
}
