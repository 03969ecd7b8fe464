// The tripartite arrangements in which the own member executes (API-7), fetched while a form needs them.
import type { TripartiteRow } from '@openpit/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getTripartites } from '../../server/static-data.ts';

interface Tripartites {
  readonly status: 'loading' | 'error' | 'success';
  readonly arrangements: readonly TripartiteRow[];
  /** Why they could not be loaded, as a sentence. */
  readonly fault: string | null;
}

const loading: Tripartites = { status: 'loading', arrangements: [], fault: null };

export function useTripartites(member: string): Tripartites & { readonly load: () => void } {
  const [known, setKnown] = useState(loading);
  const running = useRef<AbortController | null>(null);
  const load = useCallback(() => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setKnown(loading);
    void getTripartites(own.signal).then((answer) => {
      if (own.signal.aborted) return;
      setKnown(
        answer.kind === 'ok'
          ? {
              status: 'success',
              arrangements: answer.value.filter(({ executingMember }) => executingMember === member),
              fault: null,
            }
          : { status: 'error', arrangements: [], fault: answer.message },
      );
    });
  }, [member]);
  useEffect(() => {
    load();
    return () => running.current?.abort();
  }, [load]);
  return { ...known, load };
}
