// Sends a command and follows it until its outcome is known. When no reply came nobody may guess: the market is asked by the
// request id until it gives the outcome, or says twice that it never received the request.
import type { OrderReply } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';

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

export interface FollowedRequest<Reply> {
  readonly send: () => Promise<CallResult<Reply>>;
  readonly ask: () => Promise<CallResult<Reply>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Called when no reply came, with 0, and after every question without an answer, with their number. */
  readonly onUnknown?: (questions: number) => void;
}

/** Pauses before the questions; the last one is repeated. */
export const askDelaysMs: readonly number[] = [500, 1_000, 2_000, 4_000, 5_000];
/** A request may still be on its way at the first question, so that it is not known counts from the second time on. */
const missesThatCount = 2;
/** Answers to the question, not to the request: the session is over, too many calls, the venue is busy. */
const notAboutTheRequest: readonly number[] = [401, 429, 503];

export async function followRequest<Reply>({
  send,
  ask,
  wait,
  onUnknown,
}: FollowedRequest<Reply>): Promise<RequestAnswer<Reply>> {
  const sent = await send();
  if (sent.kind !== 'unknown') return answerOf(sent);
  onUnknown?.(0);
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
    onUnknown?.(questions);
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
