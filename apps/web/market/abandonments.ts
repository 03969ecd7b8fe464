// The user's standing instructions to abandon options.
import type { Abandonment } from '@openpit/wire';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useConnection } from '../stores/connection.ts';
import { getAbandonments } from '../transport/own-accounts.ts';
import type { CallState } from './use-store.ts';

const useStanding = create<CallState<readonly Abandonment[]>>()(() => ({ status: 'loading' }));
let pending: AbortController | null = null;

/** Reads the instructions over HTTP, because no message of the hub contains them. */
export async function loadAbandonments(): Promise<void> {
  pending?.abort();
  const request = new AbortController();
  pending = request;
  const result = await getAbandonments(request.signal);
  if (request.signal.aborted) return;
  useStanding.setState(
    result.kind === 'ok'
      ? { status: 'success', value: result.value }
      : { status: 'error', fault: result.message },
    true,
  );
}

/** Another session of the user, or another dealer of the account, may change the instructions. */
const askEveryMs = 15_000;

/** The instructions, at most `askEveryMs` old while a component needs them. They are reloaded after a restart of the server. */
export function useAbandonments(isNeeded: boolean): CallState<readonly Abandonment[]> {
  useEffect(() => {
    if (!isNeeded) return;
    void loadAbandonments();
    const timer = setInterval(() => void loadAbandonments(), askEveryMs);
    const stop = useConnection.subscribe((now, before) => {
      if (now.epoch !== before.epoch) void loadAbandonments();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [isNeeded]);
  return useStanding();
}
