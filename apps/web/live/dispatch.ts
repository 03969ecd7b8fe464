// Every message of every hub connection passes here: it is checked against HUB-6, then given to the handler of its event.
// A message that is invalid, or whose handler throws, is logged and affects nothing else (HUB-7).
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
  /** The message violates HUB-6; `fault` says where. */
  onRejected: (event: MarketHubEvent, fault: string) => void;
  /** The handler of a valid message threw. */
  onFailed: (event: MarketHubEvent, error: unknown) => void;
}): Dispatch<Source> {
  return (event, payload, source) => {
    const fault = wireFault(payload);
    if (fault !== null) {
      onRejected(event, fault);
      return;
    }
    try {
      // From here on the contract's types are assumed: a payload that breaks them makes its handler throw.
      const handle = handlers[event] as (payload: unknown, source: Source) => void;
      handle(payload, source);
    } catch (error) {
      onFailed(event, error);
    }
  };
}
