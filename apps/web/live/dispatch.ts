// Every message of every hub connection passes here: it is held against HUB-6, then given to whoever keeps its kind. A
// message that is invalid, or that its keeper cannot take, is logged and counted and harms nothing else (HUB-7).
import type { MarketHubEvent, MarketHubEvents } from '@openpit/wire';
import { wireFault } from './wire-check.ts';

export type HubHandlers<Source> = {
  readonly [E in MarketHubEvent]: (payload: MarketHubEvents[E], source: Source) => void;
};

export type Dispatch<Source> = (event: MarketHubEvent, payload: unknown, source: Source) => void;

export function createDispatch<Source>({
  handlers,
  onRejected,
  onFailed,
}: {
  handlers: HubHandlers<Source>;
  /** The message broke HUB-6; `fault` says where. */
  onRejected: (event: MarketHubEvent, fault: string) => void;
  /** A sound message that its keeper could not take. */
  onFailed: (event: MarketHubEvent, error: unknown) => void;
}): Dispatch<Source> {
  return (event, payload, source) => {
    const fault = wireFault(payload);
    if (fault !== null) {
      onRejected(event, fault);
      return;
    }
    try {
      // The contract's types hold from here on: what breaks them throws in its keeper and ends below.
      const handle = handlers[event] as (payload: unknown, source: Source) => void;
      handle(payload, source);
    } catch (error) {
      onFailed(event, error);
    }
  };
}
