// Asks what an order would do to the margin of its account, once the order has not changed for a moment. A newer order cancels
// the question about an older one, so an answer is never shown for another order than the one that is typed.
import type { PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import type { CallResult } from '../../server/calls.ts';

export type MarginState =
  /** Nothing is asked: there is no order, or the user may not see the margin. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly margin: PreviewMarginReply }
  /** The market would reject the order; its sentence. */
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** No usable answer came. */
  | { readonly kind: 'failed' };

export interface MarginPreview {
  read(): MarginState;
  subscribe(listener: () => void): () => void;
  /** The order as it is typed now; null for none. */
  want(query: PreviewMarginBody | null): void;
  /** The account has changed: asks about the same order again, and shows the earlier answer meanwhile. */
  again(): void;
}

type Ask = (query: PreviewMarginBody, signal: AbortSignal) => Promise<CallResult<PreviewMarginReply>>;

/** For so long an order must not have changed. */
export const stillMs = 300;
/** An account that changes all the time is asked about this often at most. */
export const againMs = 1_000;

const none: MarginState = { kind: 'none' };
const asking: MarginState = { kind: 'asking' };

export function createMarginPreview(ask: Ask): MarginPreview {
  const listeners = new Set<() => void>();
  let state = none;
  let query: PreviewMarginBody | null = null;
  let wanted = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;

  const show = (next: MarginState) => {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    running?.abort();
    running = null;
  };
  const askIn = (ms: number) => {
    timer = setTimeout(() => {
      stop();
      if (query !== null) void askNow(query);
    }, ms);
  };
  const askNow = async (about: PreviewMarginBody) => {
    const question = new AbortController();
    running = question;
    const answer = await ask(about, question.signal);
    if (question.signal.aborted) return;
    running = null;
    show(stateOf(answer));
  };

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want(next) {
      const text = next === null ? '' : JSON.stringify(next);
      if (text === wanted) return;
      wanted = text;
      query = next;
      stop();
      show(next === null ? none : asking);
      if (next !== null) askIn(stillMs);
    },
    again() {
      if (query !== null && timer === undefined) askIn(againMs);
    },
  };
}

function stateOf(answer: CallResult<PreviewMarginReply>): MarginState {
  if (answer.kind === 'ok') return { kind: 'known', margin: answer.value };
  if (answer.kind !== 'rejected') return { kind: 'failed' };
  if (answer.status === 401 || answer.status === 403) return none;
  return answer.status === 422 ? { kind: 'rejected', sentence: answer.message } : { kind: 'failed' };
}
