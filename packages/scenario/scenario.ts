// A scenario as read from its file: what is given, then the steps in their order. The values of a statement follow from its
// pattern in grammar.ts: `buys: 'LOTS CONTRACT at PRICE'` has the values LOTS, CONTRACT and PRICE. Prices are cents per
// ton, quantities lots, times milliseconds.
import type {
  AnnouncementKind,
  Capacity,
  CommandKind,
  ContractGroup,
  Lots,
  OrderState,
  Phase,
  Price,
  RejectionCode,
} from '@openpit/venue';
import type {
  dealActions,
  dealerActions,
  expectations,
  givens,
  marketActions,
  orderActions,
  permissionActions,
  views,
} from './grammar.ts';

/** The scenario cannot be read or run; the message names every wrong line and its fault. */
export class ScenarioError extends Error {
  override name = 'ScenarioError';
}

export interface Scenario {
  /** Name for messages. */
  readonly file: string;
  readonly title: string;
  readonly given: readonly Given[];
  readonly steps: readonly Step[];
}

/** A dealer by first name or code, or a client by code; and the member. */
export interface DealerName {
  readonly name: string;
  readonly member: string;
}

/** An order by its ref (`A1`), as a side of a double (`Q1 bid`), or by its number (`#12`). */
export type OrderName = string;

/** A part of a split deal. `account` is empty for the member's own account; `dealer` is null for the dealer of the deal. */
export interface SplitPart {
  readonly lots: Lots;
  readonly account: string;
  readonly dealer: string | null;
}

/** The values of the grammar's words in capitals. */
export interface Values {
  readonly LOTS: Lots;
  readonly DEALT: Lots;
  readonly LEFT: Lots;
  /** The lots of bid and offer. */
  readonly BOTHLOTS: readonly [Lots, Lots];
  readonly PRICE: Price;
  readonly BOTHPRICES: readonly [Price, Price];
  readonly LIMIT: Price;
  readonly CONTRACT: string;
  readonly ORDER: OrderName;
  readonly ORDERS: readonly OrderName[];
  /** The other side of a deal, an order or a member. */
  readonly PARTY: string;
  readonly REF: string;
  readonly ACCOUNT: string;
  readonly CAPACITY: Capacity;
  readonly DEALER: DealerName;
  readonly WORD: string;
  readonly CODE: string;
  /** Permissions, even permissions that do not exist: the market rejects them. */
  readonly FLAGS: readonly string[];
  readonly NAMES: readonly string[];
  readonly MEMBER: string;
  readonly CLIENT: string;
  readonly SUBACCOUNT: string;
  /** The number of a side of a deal, or of a report. */
  readonly DEAL: number;
  readonly DEALS: readonly number[];
  readonly PARTS: readonly SplitPart[];
  /** The number of a silo certificate. */
  readonly RECEIPT: string;
  /** The code of a silo location. */
  readonly SILO: string;
  readonly VERSION: number;
  readonly STATE: OrderState;
  readonly SIDE: 'bid' | 'offer';
  readonly REJECTION: RejectionCode;
  readonly ANNOUNCEMENT: AnnouncementKind;
  readonly WORDS: string;
  readonly KIND: CommandKind;
  /** The fields of a command by their names, in the units of the market: cents and lots. */
  readonly FIELDS: Readonly<Record<string, string | number | boolean | null>>;
  readonly SELFMATCH: 'reject' | 'allow';
  readonly PHASE: Phase;
  readonly GROUP: ContractGroup;
  readonly DATE: string;
  /** Since midnight. */
  readonly TIMEOFDAY: number;
  readonly DURATION: number;
}

type ValueOfWord<Word> = Word extends keyof Values
  ? { readonly [V in Word]: Values[V] }
  : Word extends `[${infer Keyword}]`
    ? { readonly [K in Keyword]?: true }
    : Word extends `${infer Value}]`
      ? Value extends keyof Values
        ? { readonly [V in Value]?: Values[V] }
        : object
      : object;

/** The values of a line that matches the pattern. */
type ValuesOf<Pattern> = Pattern extends `${infer Word} ${infer Rest}`
  ? ValueOfWord<Word> & ValuesOf<Rest>
  : ValueOfWord<Pattern>;

export type Statement<Grammar> = {
  [Phrase in keyof Grammar]: { readonly phrase: Phrase; readonly values: ValuesOf<Grammar[Phrase]> };
}[keyof Grammar];

/** A line of the file; `line` counts from 1. */
export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

export type Given = SourceLine & Statement<typeof givens>;

/** `by`: the dealer; where an account's position limit is set, `by.name` is the account. */
type ByDealer<Grammar> = { readonly by: DealerName } & Statement<Grammar>;
export type DealAction = ByDealer<typeof dealActions>;
export type OrderAction = ByDealer<typeof orderActions>;
export type PermissionAction = ByDealer<typeof permissionActions>;
export type DealerAction = ByDealer<typeof dealerActions>;
export type MarketStatement = Statement<typeof marketActions>;
export type Action = DealerAction | MarketStatement;

interface Assertion extends SourceLine {
  /** True if `not` precedes the expectation, which must then not be met. */
  readonly isNegated: boolean;
}
export type Expectation = Assertion & Statement<typeof expectations>;
export type View = Assertion & Statement<typeof views> & { readonly rows: string[] };

/** An action with the expectations about its result. It must be accepted unless a rejection is expected. */
export interface ActionStep extends SourceLine {
  readonly action: Action;
  readonly expected: Expectation[];
}
/** A check of the rows of the market. */
export interface ViewStep extends SourceLine {
  readonly action: null;
  readonly view: View;
}
export type Step = ActionStep | ViewStep;
