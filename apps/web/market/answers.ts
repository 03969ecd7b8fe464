// Answers of the server that the page keeps while something shows them. An answer is requested by
// its first reader, after a restart of the server, after an announced change and at a fixed
// interval. A newer request drops the answer to an older request. All answers are created here, so
// that none misses a change.
import type { AnnouncedCall } from '@openpit/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '../stores/connection.ts';
import type { CallResult } from '../transport/calls.ts';
import { answersChanged } from '../transport/hub/data-sets.ts';
import { createSignal, joinStops } from '../ui/signal.ts';

export type CallState<Value> =
  | { readonly status: 'loading' }
  /** `fault` is a sentence; `last` is the last answer that was readable, if there was one. */
  | { readonly status: 'error'; readonly fault: string; readonly last: Value | null }
  | { readonly status: 'success'; readonly value: Value };

type Subscribe = (listener: () => void) => () => void;

export interface AnswerRequest<Value> {
  readonly ask: (signal: AbortSignal) => Promise<CallResult<Value>>;
  /** The call whose announced changes repeat the request. */
  readonly call?: AnnouncedCall;
  /** Other changes that repeat the request. */
  readonly changes?: readonly Subscribe[];
  /** The pause between a change and the request; further changes during the pause or a request cause only one more. */
  readonly changeDelayMs?: number;
  /** The pause before the first request. */
  readonly initialDelayMs?: number;
  /** The pause between an answer and the next request; null waits for a change. */
  readonly repeatAfterMs?: (state: CallState<Value>) => number | null;
}

export interface Answer<Value> {
  readonly current: () => CallState<Value>;
  /** The answer is requested while there are listeners, and forgotten when there are none. */
  readonly onChange: Subscribe;
  /** Requests it again, and shows the old answer until then. */
  readonly refresh: () => void;
  /** Requests it again, and shows that it is loading. */
  readonly retry: () => void;
}

const loading = { status: 'loading' } as const;

export function createAnswer<Value>(request: AnswerRequest<Value>): Answer<Value> {
  const { ask, call, changes = [], changeDelayMs = 0, initialDelayMs = 0, repeatAfterMs } = request;
  const stateChanged = createSignal(start);
  let state: CallState<Value> = loading;
  let running: AbortController | null = null;
  let isOutdated = false;
  let timer: { readonly id: ReturnType<typeof setTimeout>; readonly dueAt: number } | null = null;

  const setState = (next: CallState<Value>) => {
    state = next;
    stateChanged.emit();
  };
  const stop = () => {
    clearTimeout(timer?.id);
    timer = null;
    running?.abort();
    running = null;
    isOutdated = false;
  };
  const askNow = async () => {
    stop();
    const controller = new AbortController();
    running = controller;
    const result = await ask(controller.signal);
    if (controller.signal.aborted) return;
    running = null;
    const last = state.status === 'success' ? state.value : state.status === 'error' ? state.last : null;
    setState(
      result.kind === 'ok'
        ? { status: 'success', value: result.value }
        : { status: 'error', fault: result.message, last },
    );
    const pause = isOutdated ? changeDelayMs : (repeatAfterMs?.(state) ?? null);
    if (pause !== null && stateChanged.isUsed()) askIn(pause);
  };
  const askIn = (ms: number) => {
    if (ms === 0) return void askNow();
    const dueAt = Date.now() + ms;
    if (timer !== null && timer.dueAt <= dueAt) return;
    clearTimeout(timer?.id);
    timer = { id: setTimeout(() => void askNow(), ms), dueAt };
  };
  const changed = () => {
    if (running !== null && changeDelayMs > 0) isOutdated = true;
    else askIn(changeDelayMs);
  };
  function start(): () => void {
    const stopListening = joinStops(
      ...changes.map((onChange) => onChange(changed)),
      useConnection.subscribe((now, before) => {
        if (now.epoch !== before.epoch) changed();
      }),
      answersChanged.on((calls) => {
        if (call !== undefined && calls.includes(call)) changed();
      }),
    );
    askIn(initialDelayMs);
    return () => {
      stopListening();
      stop();
      state = loading;
    };
  }
  const refresh = () => {
    if (stateChanged.isUsed()) void askNow();
  };
  return {
    current: () => state,
    onChange: stateChanged.on,
    refresh,
    retry() {
      setState(loading);
      refresh();
    },
  };
}

const noReader: Subscribe = () => () => undefined;

/** The state of an answer in React; null requests nothing. */
export const useAnswer = <Value>(answer: Answer<Value> | null): CallState<Value> =>
  useSyncExternalStore(answer?.onChange ?? noReader, answer?.current ?? (() => loading));

/**
 * An answer for one component, with the function that requests it again. Pass the same objects in
 * every render, because another `ask` is another answer. With null, nothing is requested.
 */
export function useCallState<Value>(
  ask: AnswerRequest<Value>['ask'] | null,
  more?: Omit<AnswerRequest<Value>, 'ask'>,
): readonly [CallState<Value>, () => void] {
  const answer = useMemo(() => (ask === null ? null : createAnswer({ ...more, ask })), [ask, more]);
  return [useAnswer(answer), answer?.retry ?? (() => undefined)];
}
