// Sends a command once: the request id, the call, the questions when no reply arrives, and the toast that reports the outcome. It is
// the only way from an action or a form to the server. The commands that the page sent are kept here for the list of own actions.
import type { BodyOf, OrderReply, ReplyOf, UserCommandKind } from '@openpit/wire';
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { showToast } from '../notices/toasts.ts';
import type { CallResult } from '../server/calls.ts';
import { askOutcome, callCommand } from '../server/commands.ts';
import { serverNow } from '../stores/connection.ts';
import { type Action, type ActionContext, reasonAgainst } from './action.ts';
import { askConfirmation } from './dialogs.ts';

// The id that the browser assigns to a command, so that a repeat gets the first answer and nothing is done twice.

/** 36 printable characters. `randomUUID` is missing if the page is not served over HTTPS. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
}

// The answer to a command. Without a reply the outcome must not be guessed: the market is queried by the request id until it returns the
// outcome, or reports twice that it never received the request.

export type RequestAnswer<Reply = OrderReply> =
  | { readonly kind: 'accepted'; readonly reply: Reply }
  | { readonly kind: 'rejected'; readonly status: number; readonly code: string; readonly message: string }
  | {
      readonly kind: 'badInput';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly message: string;
    }
  /** The venue has no record of the request: it may be sent again under the same id. */
  | { readonly kind: 'notReceived' };

export interface LostReply<Reply> {
  readonly ask: () => Promise<CallResult<Reply>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Called with 0 before the first question, and after every question without an answer with their number. */
  readonly onUnknown: (questions: number) => void;
}

/** Pauses before the questions; the last one is repeated. */
export const askDelaysMs: readonly number[] = [500, 1_000, 2_000, 4_000, 5_000];
/** A request may still be on its way at the first question, so that it is not known counts from the second time on. */
const missesThatCount = 2;
/** Answers to the question, not to the request: the session is over, too many calls, the venue is busy. */
const notAboutTheRequest: readonly number[] = [401, 429, 503];

/** Resolves when the outcome of a command without a reply is known, without a time limit. */
export async function askUntilKnown<Reply>({
  ask,
  wait,
  onUnknown,
}: LostReply<Reply>): Promise<RequestAnswer<Reply>> {
  onUnknown(0);
  let misses = 0;
  for (let questions = 1; ; questions += 1) {
    await wait(askDelaysMs[Math.min(questions, askDelaysMs.length) - 1] ?? 0);
    const asked = await ask();
    if (asked.kind === 'rejected' && asked.status === 404) {
      misses += 1;
      if (misses >= missesThatCount) return { kind: 'notReceived' };
    } else if (
      asked.kind === 'ok' ||
      (asked.kind === 'rejected' && !notAboutTheRequest.includes(asked.status))
    ) {
      return answerOf(asked);
    }
    onUnknown(questions);
  }
}

function answerOf<Reply>(
  result: Exclude<CallResult<Reply>, { readonly kind: 'unknown' }>,
): RequestAnswer<Reply> {
  if (result.kind === 'ok') return { kind: 'accepted', reply: result.value };
  if (result.kind === 'badInput') return { kind: 'badInput', errors: result.errors, message: result.message };
  const { status, code, message } = result;
  return { kind: 'rejected', status, code, message };
}

// The commands that this page has sent. The list of own actions (ACT) has them until the market lists them, with all others of the user.

export type OwnActionOutcome = 'sending' | 'unknown' | 'accepted' | 'rejected' | 'notReceived';

export interface OwnAction {
  /** The request id under which the market knows it. */
  readonly requestId: string;
  /** The place in the market's journal; null while it is not known. */
  readonly seq: number | null;
  /** The action in a word: "Buy", "Cancel all". */
  readonly action: string;
  /** The command in words: "Buy 10 DEC26 WMAZ at 4 035.20". */
  readonly words: string;
  /** When the market received it, or when this page sent it if the market does not list it; epoch milliseconds. */
  readonly at: number;
  readonly outcome: OwnActionOutcome;
  /** The outcome as a sentence; empty while it is not known. */
  readonly sentence: string;
}

/** The newest first. */
export const useOwnActions = create<{ readonly sent: readonly OwnAction[] }>()(() => ({ sent: [] }));
export const maxOwnActions = 500;

/** Notes a command that is about to be sent. Its outcome is reported to the returned functions. */
export function noteAction(sent: Pick<OwnAction, 'requestId' | 'action' | 'words'>): {
  readonly unknown: () => void;
  readonly answered: (kind: RequestAnswer<unknown>['kind'], sentence: string) => void;
} {
  const { requestId } = sent;
  const entry: OwnAction = { ...sent, seq: null, at: serverNow(), outcome: 'sending', sentence: '' };
  // A form that sends again does so under the same id.
  useOwnActions.setState(({ sent }) => ({
    sent: [entry, ...sent.filter((one) => one.requestId !== requestId)].slice(0, maxOwnActions),
  }));
  const change = (part: Pick<OwnAction, 'outcome' | 'sentence'>) =>
    useOwnActions.setState(({ sent }) => ({
      sent: sent.map((one) => (one.requestId === requestId ? { ...one, ...part } : one)),
    }));
  return {
    unknown: () => change({ outcome: 'unknown', sentence: 'No reply arrived: asking the market.' }),
    answered: (kind, sentence) =>
      change({ outcome: kind === 'accepted' || kind === 'notReceived' ? kind : 'rejected', sentence }),
  };
}

// One command of the user: it is posted, asked about by its request id while the reply is missing, and kept in the list of the
// user's actions.

export interface CommandWords<Reply> {
  /** The command in words: "Suspend order 41: Buy 6 DEC26 WMAZ at 4 035.20". */
  readonly words: string;
  /** The action in a word, for the list of the user's actions: "Suspend". The first of the words when it is left out. */
  readonly action?: string;
  /** The effect of the acceptance, as a sentence. */
  accepted(reply: Reply): string;
}

export interface SendOptions {
  /** Called with 0 when no reply came, and after every unanswered query; by default a toast reports this once. */
  readonly onUnknown?: (questions: number) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface SentCommand<Reply = unknown> {
  readonly answer: RequestAnswer<Reply>;
  /** The command in words. */
  readonly words: string;
  /** The outcome for the user: what was done, or why it was not. */
  readonly sentence: string;
}

/** Resolves when the outcome is known, without a time limit; never rejects. */
export async function sendCommand<Kind extends UserCommandKind>(
  kind: Kind,
  body: BodyOf<Kind>,
  words: CommandWords<ReplyOf<Kind>>,
  { onUnknown = (questions) => warnOfMissingReply(words.words, questions), wait = pause }: SendOptions = {},
): Promise<SentCommand<ReplyOf<Kind>>> {
  const { requestId } = body;
  const { action = words.words.split(' ')[0] ?? '' } = words;
  const note = noteAction({ requestId, action, words: words.words });
  const sent = await callCommand(kind, body);
  const answer =
    sent.kind !== 'unknown'
      ? answerOf(sent)
      : await askUntilKnown({
          ask: () => askOutcome(kind, requestId),
          wait,
          onUnknown: (questions) => {
            note.unknown();
            onUnknown(questions);
          },
        });
  const sentence = sentenceOf(answer, words);
  note.answered(answer.kind, sentence);
  return { answer, words: words.words, sentence };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns once, before the first question. */
export function warnOfMissingReply(words: string, questions: number): void {
  if (questions > 0) return;
  showToast({ type: 'warning', message: `No reply to “${words}”. Asking the market for the outcome.` });
}

function sentenceOf<Reply>(answer: RequestAnswer<Reply>, words: CommandWords<Reply>): string {
  if (answer.kind === 'accepted') return words.accepted(answer.reply);
  if (answer.kind === 'notReceived')
    return `The market has no record of “${words.words}”. Check the panels before you do it again.`;
  return `Rejected: ${answer.message}`;
}

// An order as the market answered a command of its dealer.

export type SentOrder = Pick<OrderReply, 'activeOrderSeq' | 'state' | 'remaining' | 'dealt' | 'averagePrice'>;

// The toast that shows the outcome of a command where no form shows it. A newer outcome of an order replaces an older one: "rests in the
// market" is no longer true once the order has been suspended.

/** The subject of toasts that show an order's latest state. */
export const orderSubject = (activeOrderSeq: number): string => `order ${activeOrderSeq}`;

/** `orders` are those whose state the command has changed; `outdated` are other subjects whose toasts it supersedes. */
export function showOutcome(
  { answer, words, sentence }: SentCommand,
  orders: readonly number[] = [],
  outdated: readonly string[] = [],
): void {
  if (answer.kind !== 'accepted') {
    const message = answer.kind === 'notReceived' ? sentence : `${words}\n${sentence}`;
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

// An action on a row of a panel.

/** It opens something, or sends a command. */
export interface RowAction<Target> extends Action<Target, null | Promise<SentCommand>> {
  readonly icon: ComponentType;
}

/** Checks the action once more, asks if it must, and shows the outcome. */
export async function runRowAction<Target>(
  action: Pick<RowAction<Target>, 'enabled' | 'mustConfirm' | 'perform'>,
  target: Target,
  context: ActionContext,
): Promise<void> {
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  const question = action.mustConfirm(target, context);
  if (question !== null && !(await askConfirmation(question))) return;
  const sent = await action.perform(target, context);
  if (sent !== null) showOutcome(sent);
}
