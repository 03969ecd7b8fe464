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
import { showToast } from '../notices/toasts.ts';
import { noteAction } from '../stores/own-actions.ts';
import {
  answerOf,
  callCommand,
  fetchOutcome,
  pollOutcome,
  type RequestAnswer,
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
  kind === 'insertOrder' && orderSide !== undefined ? sideVerb(orderSide) : userCommands[kind].words.name;

export interface CommandTexts<Reply> {
  /** The command as text: "Suspend order 41: Buy 6 DEC26 WMAZ at 4 035.20". */
  readonly description: string;
  /** The effect of the acceptance, as a sentence. */
  accepted(reply: Reply): string;
}

export interface SendOptions {
  /** Called with 0 if no reply came, and after every unanswered query; by default a toast reports this once. */
  readonly onUnknown?: (queries: number) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface SentCommand<Reply = unknown> {
  readonly answer: RequestAnswer<Reply>;
  /** The command as text. */
  readonly description: string;
  /** The outcome for the user: the effect, or the reason for the rejection. */
  readonly sentence: string;
}

/**
 * Posts the command, queries it by its request id while the reply is missing, and records it in the list of the user's actions. Resolves
 * when the outcome is known, without a time limit; never rejects.
 */
export async function sendCommand<Kind extends UserCommandKind>(
  kind: Kind,
  body: BodyOf<Kind>,
  words: CommandTexts<ReplyOf<Kind>>,
  { onUnknown = (queries) => warnOfMissingReply(words.description, queries), wait = pause }: SendOptions = {},
): Promise<SentCommand<ReplyOf<Kind>>> {
  const { requestId } = body;
  const action = commandName(kind, 'side' in body ? body.side : undefined);
  const note = noteAction({ requestId, action, description: words.description });
  const sent = await callCommand(kind, body);
  const answer =
    sent.kind !== 'unknown'
      ? answerOf(sent)
      : await pollOutcome({
          ask: () => fetchOutcome(kind, requestId),
          wait,
          onUnknown: (queries) => {
            note.unknown();
            onUnknown(queries);
          },
        });
  const sentence = sentenceOf(answer, words);
  note.answered(answer.kind === 'badInput' ? 'rejected' : answer.kind, sentence);
  return { answer, description: words.description, sentence };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns once, before the first query. */
export function warnOfMissingReply(words: string, queries: number): void {
  if (queries > 0) return;
  showToast({ type: 'warning', message: `No reply to “${words}”. Asking the market for the outcome.` });
}

function sentenceOf<Reply>(answer: RequestAnswer<Reply>, words: CommandTexts<Reply>): string {
  if (answer.kind === 'accepted') return words.accepted(answer.reply);
  if (answer.kind === 'notReceived')
    return `The market has no record of “${words.description}”. Check the panels before you do it again.`;
  return `Rejected: ${answer.message}`;
}

/** An order as the market answered a command of its dealer. */
export type SentOrder = Pick<OrderReply, 'activeOrderSeq' | 'state' | 'remaining' | 'dealt' | 'averagePrice'>;

/** The subject of toasts that show an order's latest state. */
export const orderSubject = (activeOrderSeq: number): string => `order ${activeOrderSeq}`;

/**
 * Shows the outcome of a command in a toast, for commands without a form. A newer outcome of an order replaces an older one: "rests in
 * the market" is no longer true once the order has been suspended. `orders` are the orders whose state the command has changed;
 * `outdated` are other subjects whose toasts it supersedes.
 */
export function showOutcome(
  { answer, description, sentence }: SentCommand,
  orders: readonly number[] = [],
  outdated: readonly string[] = [],
): void {
  if (answer.kind !== 'accepted') {
    const message = answer.kind === 'notReceived' ? sentence : `${description}\n${sentence}`;
    showToast({ type: 'error', message, priority: 'urgent' });
    return;
  }
  const [first, ...others] = orders.map(orderSubject);
  const supersedes = [...(first === undefined ? [] : [first]), ...others, ...outdated];
  showToast({
    type: 'success',
    message: sentence,
    ...(supersedes.length > 0 && { supersedes }),
    ...(first !== undefined && others.length === 0 && { subject: first }),
  });
}
