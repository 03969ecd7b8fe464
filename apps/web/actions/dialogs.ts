// The open forms and dialogs with their arguments: at most one order form, one dialog and one question. Actions, keys, menus and the
// drawer open them; `workspace/dialogs.tsx` shows them, on desktops and on phones.
import type {
  Abandonment,
  ActiveOrderRow,
  DealRow,
  MarketRow,
  OrderType,
  PositionRow,
  Side,
  SiloBidRow,
  SiloCertRow,
  SiloOfferRow,
  UnmatchedDealRow,
} from '@openpit/wire';
import { create } from 'zustand';
import { type FormPlace, unsentForm } from '../stores/kept-work.ts';
import type { Question, QuestionAnswer } from '../ui/dialog.tsx';

/** The cell or button that was pressed, in pixels of the window: forms open next to it. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An account. Its principal and sub-account are passed together, so that no form loses the sub-account. */
export interface Account {
  readonly principal: string;
  /** `null` for the principal's own account. */
  readonly subAccount: string | null;
}

/** A new order. `null` stands for the user's default. */
export interface NewOrderRequest {
  readonly kind: 'order';
  readonly contract: string;
  readonly side: Side;
  readonly price: number | null;
  readonly qty: number | null;
  readonly type: OrderType;
  /** The account; the user's default if omitted. */
  readonly account?: Account | undefined;
  /** True if the form of an option begins with the volatility that the price implies. */
  readonly isByVolatility?: boolean;
  /** The initial volatility in the form of an option, in percent, instead of the volatility that the price implies. */
  readonly volatility?: number;
  /** The price of the future at which a delta's hedge is dealt; the current price by default. */
  readonly reference?: number;
  /** Set if the order is one leg of a pair that is dealt by its legs. */
  readonly leg?: PairLeg;
  readonly anchor: Anchor | null;
}

/** The second leg of a pair: `lots` of this contract belong to `perLots` of the first leg. */
interface OtherLeg {
  readonly contract: string;
  readonly side: Side;
  readonly lots: number;
  readonly perLots: number;
}

/** The first leg of a pair once it has dealt. */
interface DealtLeg {
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
  /** The average price, rand per ton. */
  readonly price: number;
}

/** One leg of a pair that is dealt by its legs. */
export type PairLeg = {
  readonly pair: string;
  /** The difference at which the legs were offered, rand per ton. */
  readonly aim: number;
  /** Whether the difference adds or subtracts the price of this leg. */
  readonly sign: 1 | -1;
} & ({ readonly number: 1; readonly other: OtherLeg } | { readonly number: 2; readonly first: DealtLeg });

/** A two-way quote in a contract. */
interface DoubleOrderRequest {
  readonly kind: 'double';
  readonly contract: string;
  readonly isByVolatility?: boolean;
  readonly anchor: Anchor | null;
}

/** Other terms for an order: fewer lots, or another price, quantity or principal. */
export interface ChangeOrderRequest {
  readonly kind: 'reduce' | 'edit' | 'amend';
  readonly contract: string;
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** The initial price; the order's own price by default. */
  readonly price?: number | undefined;
}

/** The exercise or the abandonment of lots of a long option. */
export interface ExpiryRequest {
  readonly kind: 'exercise' | 'abandon';
  /** The option. */
  readonly contract: string;
  /** `null` for a dealer who sees no positions: the form asks for the account, and the market checks its position. */
  readonly position: PositionRow | null;
  /** The abandonment to change, if there is no position. */
  readonly standing?: Abandonment;
  readonly anchor: Anchor | null;
}

export type InsertRequest = NewOrderRequest | DoubleOrderRequest;
export type OrderFormRequest = InsertRequest | ChangeOrderRequest | ExpiryRequest;

/** An order form that is open, with the row of its contract at that moment. */
export interface Ticket {
  /** Counts the tickets of this page: a new ticket starts with empty fields. */
  readonly number: number;
  readonly request: OrderFormRequest;
  readonly row: MarketRow;
  /** The input of an earlier form; omitted for a new form. */
  readonly draft?: object;
  /** Asked before the ticket closes, while a pair has one leg. */
  readonly closingQuestion?: Question | null;
}

/** The deal actions that open a form. Each has the name of its command. */
export type DealFormKind =
  | 'splitDeal'
  | 'cumulateDeal'
  | 'correctDealPrinciple'
  | 'subAccountChange'
  | 'assignDealToMember'
  | 'tripartiteDeal';

export interface DealFormRequest {
  readonly kind: DealFormKind;
  /** The chosen deals as they were when the form was opened. */
  readonly deals: readonly DealRow[];
}

export interface DealDetailsRequest {
  readonly deal: DealRow;
  /** The deals among which linked deals are searched; today's deals by default. */
  readonly among?: readonly DealRow[] | undefined;
}

export interface UnmatchedTarget {
  readonly item: UnmatchedDealRow;
}

/** `contract` is the contract that a report begins with. */
export type UnmatchedForm =
  | { readonly kind: 'insert'; readonly contract: string | null }
  | ({ readonly kind: 'accept' | 'edit' } & UnmatchedTarget);

export type SiloForm =
  | { readonly kind: 'tender'; readonly cert: SiloCertRow }
  /** A tender against a short position: the account is known, and the form asks for the certificate. */
  | {
      readonly kind: 'tender';
      readonly cert: null;
      readonly contract: string;
      readonly account: Account;
    }
  /** `bid` is the bid to raise; `null` for a new bid. */
  | { readonly kind: 'bid'; readonly offer: SiloOfferRow; readonly bid: SiloBidRow | null }
  | { readonly kind: 'details'; readonly cert: SiloCertRow };

/** A dialog without arguments. */
type PlainDialog =
  | 'palette'
  | 'keys'
  | 'ownActions'
  | 'notices'
  | 'account'
  | 'preferences'
  | 'layouts'
  | 'saveAs'
  | 'rename';

export type ShownDialog =
  | { readonly kind: PlainDialog }
  | { readonly kind: 'contractDetails'; readonly contract: string; readonly instrument: string }
  | { readonly kind: 'dealForm'; readonly request: DealFormRequest }
  | { readonly kind: 'dealDetails'; readonly request: DealDetailsRequest }
  | { readonly kind: 'unmatchedForm'; readonly form: UnmatchedForm }
  | { readonly kind: 'siloForm'; readonly form: SiloForm };

interface Asked {
  readonly question: Question;
  readonly answer: (answer: QuestionAnswer) => void;
}

interface Dialogs {
  readonly ticket: Ticket | null;
  readonly dialog: ShownDialog | null;
  /** Counts the dialogs of this page, so that each starts with empty fields. */
  readonly opened: number;
  readonly question: Asked | null;
}

export const useDialogs = create<Dialogs>()(() => ({
  ticket: null,
  dialog: null,
  opened: 0,
  question: null,
}));

/** Replaces the open dialog. Returns null, the outcome of an action that sends nothing. */
export function openDialog(dialog: ShownDialog): null {
  useDialogs.setState(({ opened }) => ({ dialog, opened: opened + 1 }));
  return null;
}

/** Closes this dialog, unless another dialog has replaced it. Without an argument, closes any dialog. */
export function closeDialog(dialog?: ShownDialog): void {
  if (dialog === undefined || useDialogs.getState().dialog === dialog) useDialogs.setState({ dialog: null });
}

/** Resolves with the user's answer. A newer question answers the older one with `no`. */
export function askQuestion(question: Question): Promise<QuestionAnswer> {
  useDialogs.getState().question?.answer('no');
  return new Promise((resolve) => {
    const answer = (choice: QuestionAnswer) => {
      if (useDialogs.getState().question?.answer === answer) useDialogs.setState({ question: null });
      resolve(choice);
    };
    useDialogs.setState({ question: { question, answer } });
  });
}

export async function askConfirmation(question: Question): Promise<boolean> {
  return (await askQuestion(question)) === 'yes';
}

/** Asks before typed input in these places is discarded. Resolves with true if there is none, or the user discards it. */
export async function mayDiscard(...places: readonly FormPlace[]): Promise<boolean> {
  const names = places.flatMap((place) => unsentForm(place)?.name ?? []);
  if (names.length === 0) return true;
  return askConfirmation({
    title: 'Discard your input?',
    sentence: `${names.map((name) => `“${name}”`).join(' and ')} ${names.length === 1 ? 'has' : 'have'} not been sent.`,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep typing',
    isDestructive: true,
  });
}

/** Closes a dialog if it has no typed input, or the user discards the input. */
export async function discardAndClose(close: () => void): Promise<void> {
  if (await mayDiscard('dialog')) close();
}
