// The times at which the clock ends orders, in React: the user's own time-out and the end of the business
// day.
import { useMemo } from 'react';
import { usePreferences, useSession } from '../../stores/session.ts';
import { usePhases } from '../market/use-phases.ts';
import type { OrderTimes } from './time-left.ts';

export interface OrderClock extends OrderTimes {
  /** Milliseconds by which the exchange's clock is ahead of this browser's. */
  readonly offsetMs: number;
}

export function useOrderTimes(): OrderClock {
  const { phases, offsetMs: exactOffsetMs } = usePhases();
  const ownDealer = useSession(({ hqAccess }) => hqAccess?.dealerCode ?? null);
  const timeoutSeconds = usePreferences(({ document }) => document.defaults.timeout);
  const dayEndsAt = phases?.dayEndsAt ?? null;
  // In whole seconds: a smaller difference changes no text.
  const offsetMs = Math.round(exactOffsetMs / 1_000) * 1_000;
  return useMemo(
    () => ({ ownDealer, timeoutSeconds, dayEndsAt, offsetMs }),
    [ownDealer, timeoutSeconds, dayEndsAt, offsetMs],
  );
}
