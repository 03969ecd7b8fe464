// A market story as it was read from its file: what is given, then steps in the order in which they are told. What a
// statement holds follows from its line in grammar.ts: `'buys': 'LOTS CONTRACT at PRICE'` has said
// LOTS, CONTRACT and PRICE. Prices are cents per ton, quantities lots, times milliseconds.
import type {
  AnnouncementKind,
  Capacity,
  Cents,
  ContractGroup,
  Lots,
  OrderState,
  Phase,
  RejectionCode,
} from '@openpit/venue';
import type { acts, events, expectations, givens, looks } from './grammar.ts';

/** The story cannot be read or played; the message tells every line that is wrong, and how. */
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
export interface Who {
  readonly name: string;
  readonly member: string;
}

/** An order by its ref (`A1`), as a side of a double (`Q1 bid`), or by its number (`#12`). */
export type OrderName = string;

/** A part of a deal: how much, for which account, by whom if it is not the deal's own dealer. */
export interface DealShare {
  readonly lots: Lots;
  readonly account: string;
  readonly dealer: string | null;
}

/** What stands for a value in the grammar. */
export interface Slots {
  readonly LOTS: Lots;
  readonly DEALT: Lots;
  readonly LEFT: Lots;
  /** Of bid and offer. */
  readonly BOTHLOTS: readonly [Lots, Lots];
  readonly PRICE: Cents;
  readonly BOTHPRICES: readonly [Cents, Cents];
  readonly LIMIT: Cents;
  readonly CONTRACT: string;
  readonly ORDER: OrderName;
  readonly ORDERS: readonly OrderName[];
  /** The other side of a deal: its order, or its member. */
  readonly PARTY: string;
  readonly REF: string;
  readonly ACCOUNT: string;
  readonly CAPACITY: Capacity;
  readonly WHO: Who;
  readonly WORD: string;
  readonly CODE: string;
  readonly FLAGS: readonly string[];
  readonly NAMES: readonly string[];
  readonly MEMBER: string;
  readonly CLIENT: string;
  /** A sub-account. */
  readonly POCKET: string;
  /** The number of a side of a deal, or of a report. */
  readonly DEAL: number;
  readonly DEALS: readonly number[];
  readonly PARTS: readonly DealShare[];
  readonly VERSION: number;
  readonly STATE: OrderState;
  readonly SIDE: 'bid' | 'offer';
  readonly REJECTION: RejectionCode;
  readonly ANNOUNCEMENT: AnnouncementKind;
  readonly WORDS: string;
  readonly SELFMATCH: 'reject' | 'allow';
  readonly PHASE: Phase;
  readonly GROUP: ContractGroup;
  readonly DATE: string;
  /** Since midnight. */
  readonly TIMEOFDAY: number;
  readonly DURATION: number;
}

type Part<Word> = Word extends keyof Slots
  ? { readonly [S in Word]: Slots[S] }
  : Word extends `[${infer Keyword}]`
    ? { readonly [K in Keyword]?: true }
    : Word extends `${infer Slot}]`
      ? Slot extends keyof Slots
        ? { readonly [S in Slot]?: Slots[S] }
        : object
      : object;

/** What a pattern of the grammar has said. */
export type Said<Pattern> = Pattern extends `${infer Word} ${infer Rest}`
  ? Part<Word> & Said<Rest>
  : Part<Pattern>;

export type Statement<Grammar> = {
  [Phrase in keyof Grammar]: { readonly phrase: Phrase; readonly said: Said<Grammar[Phrase]> };
}[keyof Grammar];

/** A line of the file; `line` counts from 1. */
export interface Told {
  readonly line: number;
  readonly text: string;
}

export type Given = Told & Statement<typeof givens>;
/** `by`: who acts; for what an account may hold, `by.name` is the account. */
export type Act = { readonly by: Who } & Statement<typeof acts>;
export type Happening = Statement<typeof events>;
/** Whether the story says that it is so, or that it must not be so. */
interface Claim extends Told {
  readonly isDenied: boolean;
}
export type Expected = Claim & Statement<typeof expectations>;
export type Look = Claim & Statement<typeof looks> & { readonly rows: string[] };

/** Something happens, with what came of it; it is accepted where no rejection is expected. */
export interface DeedStep extends Told {
  readonly deed: Act | Happening;
  readonly expected: Expected[];
}
/** Somebody looks at the market. */
export interface LookStep extends Told {
  readonly deed: null;
  readonly look: Look;
}
export type Step = DeedStep | LookStep;

/** What was read so far; by the name of each order, the dealer who gave it. */
export interface Story {
  readonly given: Given[];
  readonly steps: Step[];
  readonly orders: Map<string, string>;
  dealer: string;
}
