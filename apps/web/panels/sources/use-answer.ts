// A value that a panel reads from the server when it opens, again after a restart of the server, and again at the user's request.
// The answer to an older request is dropped.
import { useEffect, useMemo, useState } from 'react';
import type { CallResult } from '../../server/calls.ts';
import { useConnection } from '../../stores/connection.ts';

export type Answer<Value> =
  | { readonly status: 'loading' }
  /** `fault` is a sentence. */
  | { readonly status: 'error'; readonly fault: string }
  | { readonly status: 'success'; readonly value: Value };

/**
 * `read` must stay the same function from render to render; another one reads again. Null reads nothing. The second value of the
 * result reads again.
 */
export function useAnswer<Value>(
  read: ((signal: AbortSignal) => Promise<CallResult<Value>>) | null,
): readonly [Answer<Value>, () => void] {
  const [answer, setAnswer] = useState<Answer<Value>>({ status: 'loading' });
  const reader = useMemo(() => {
    let running: AbortController | null = null;
    const start = async () => {
      running?.abort();
      if (read === null) return;
      const own = new AbortController();
      running = own;
      const result = await read(own.signal);
      if (own.signal.aborted) return;
      setAnswer(
        result.kind === 'ok'
          ? { status: 'success', value: result.value }
          : { status: 'error', fault: result.message },
      );
    };
    return { start, stop: () => running?.abort() };
  }, [read]);
  useEffect(() => {
    void reader.start();
    const stopWatching = useConnection.subscribe((now, before) => {
      if (now.epoch !== before.epoch) void reader.start();
    });
    return () => {
      stopWatching();
      reader.stop();
    };
  }, [reader]);
  const again = () => {
    setAnswer({ status: 'loading' });
    void reader.start();
  };
  return [answer, again];
}
