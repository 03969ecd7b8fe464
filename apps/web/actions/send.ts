// Sends a command once: the request id, the call, the queries when no reply arrives, and the toast that reports the outcome. It is the only
// way from an action or a form to the server.
import {
  type BodyOf,
  type OrderReply,
  type ReplyOf,
  type Side,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { sideVerb } from '../market/market-text.ts';
import { type NewToast, showToast } from '../notices/toasts.ts';
import { noteAction } from '../stores/own-actions.ts';
import {
  answerOf,
  type CommandAnswer,
  callCommand,
  fetchOutcome,
  pollOutcome,
} from '../transport/commands.ts';

/**
 * A new request id of 36 printable characters, with which a repeated command returns the first answer and is not executed twice.
 * `randomUUID` is missing if the page is not served over HTTPS.
 */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
}

/** The name of a command in My actions: "Cancel all"; of a single order "Buy" or "Sell". */
export const commandName = (kind: UserCommandKind, orderSide: Side | undefined): string =>
  kind === 'insertOrder' && orderSide !== undefined ? sideVerb(orderSide) : userCommands[kind].names.name;

/** An order as the market answered a command of its dealer. */
export type SentOrder = Pick<OrderReply, 'activeOrderSeq' | 'state' | 'remaining' | 'dealt' | 'averagePrice'>;

export type WithoutId<Body> = Body extends unknown ? Omit<Body, 'requestId'> : never;

/** A command that is ready to be sent. Its kind determines the types of body and reply. */
export interface PreparedCommand<Kind extends UserCommandKind> {
  readonly command: Kind;
  readonly body: WithoutId<BodyOf<Kind>>;
  /**
   * The command as text for the button and for My actions, such as "Suspend order 41: Buy 6 DEC26 WMAZ at 4 035.20". The first word is
   * the name of the action.
   */
  readonly description: string;
  /** The effect of the acceptance, as a sentence. */
  accepted(reply: ReplyOf<Kind>): string;
  /** The orders whose state the accepted command changes. */
  ordersOf?(reply: ReplyOf<Kind>): readonly SentOrder[];
  /** Other subjects whose toasts become obsolete on acceptance. */
  readonly outdated?: readonly string[];
  /** Field values to set in the form after an acceptance. */
  nextFields?(reply: ReplyOf<Kind>): object;
  /** Called with true before the command is sent, and with false once its outcome is known. */
  onPending?(isPending: boolean): void;
  onAccepted?(reply: ReplyOf<Kind>): void;
}

export type AnyPreparedCommand = {
  readonly [Kind in UserCommandKind]: PreparedCommand<Kind>;
}[UserCommandKind];

interface SendOptions {
  /** The id of an earlier attempt that is repeated; a new one by default. */
  readonly requestId?: string;
  /** Called with 0 if no reply came, and after every unanswered query; by default a toast reports this once. */
  readonly onUnknown?: (queries: number) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface SentCommand<Reply = unknown> {
  readonly answer: CommandAnswer<Reply>;
  /** The command as text. */
  readonly description: string;
  /** The outcome for the user: the effect, or the reason for the rejection. */
  readonly sentence: string;
  /** The orders whose state the command has changed. */
  readonly orders: readonly SentOrder[];
  /** Other subjects whose toasts are obsolete. */
  readonly outdated: readonly string[];
}

/**
 * Posts the command, queries it by its request id while the reply is missing, and records it in the list of the user's actions. Resolves
 * when the outcome is known, without a time limit; never rejects.
 */
export async function sendCommand<Kind extends UserCommandKind>(
  prepared: PreparedCommand<Kind>,
  {
    requestId = newRequestId(),
    onUnknown = (queries) => warnOfMissingReply(prepared.description, queries),
    wait = pause,
  }: SendOptions = {},
): Promise<SentCommand<ReplyOf<Kind>>> {
  const { command, description, outdated = [] } = prepared;
  // The type cannot express that the id completes the body of every kind.
  const body = { requestId, ...prepared.body } as object as BodyOf<Kind>;
  const action = commandName(command, 'side' in body ? body.side : undefined);
  const note = noteAction({ requestId, action, description });
  prepared.onPending?.(true);
  const sent = await callCommand(command, body);
  const answer =
    sent.kind !== 'unknown'
      ? answerOf(sent)
      : await pollOutcome({
          ask: () => fetchOutcome(command, requestId),
          wait,
          onUnknown: (queries) => {
            note.unknown();
            onUnknown(queries);
          },
        });
  const sentence = sentenceOf(answer, prepared);
  note.answered(answer.kind === 'badInput' ? 'rejected' : answer.kind, sentence);
  prepared.onPending?.(false);
  if (answer.kind !== 'accepted') return { answer, description, sentence, orders: [], outdated: [] };
  prepared.onAccepted?.(answer.reply);
  return { answer, description, sentence, orders: prepared.ordersOf?.(answer.reply) ?? [], outdated };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns once, before the first query. */
export function warnOfMissingReply(words: string, queries: number): void {
  if (queries > 0) return;
  showToast({ type: 'warning', message: `No reply to “${words}”. Asking the market for the outcome.` });
}

function sentenceOf<Kind extends UserCommandKind>(
  answer: CommandAnswer<ReplyOf<Kind>>,
  { description, accepted }: Pick<PreparedCommand<Kind>, 'description' | 'accepted'>,
): string {
  if (answer.kind === 'accepted') return accepted(answer.reply);
  if (answer.kind === 'notReceived')
    return `The market has no record of “${description}”. Check the panels before you do it again.`;
  return `Rejected: ${answer.message}`;
}

/** The subject of toasts that show an order's latest state. */
export const orderSubject = (activeOrderSeq: number): string => `order ${activeOrderSeq}`;

/**
 * Shows the outcome of a command in a toast, for commands without a form. A newer outcome of an order replaces an older one: "rests in
 * the market" is no longer true once the order has been suspended.
 */
export function showOutcome(sent: SentCommand, changedOrders?: readonly number[]): void {
  showToast(outcomeToast(sent, changedOrders));
}

export function outcomeToast(
  { answer, description, sentence, orders, outdated }: SentCommand,
  changedOrders: readonly number[] = orders.map(({ activeOrderSeq }) => activeOrderSeq),
): NewToast {
  if (answer.kind !== 'accepted') {
    const message = answer.kind === 'notReceived' ? sentence : `${description}\n${sentence}`;
    return { type: 'error', message, priority: 'urgent' };
  }
  const subjects = changedOrders.map(orderSubject);
  return { type: 'success', message: sentence, about: subjects, supersedes: [...subjects, ...outdated] };
}
