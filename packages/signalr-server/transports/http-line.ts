// A line that is made of several HTTP requests: server-sent events or long polling. The door brings each request of a
// live line to it, after the client's token was checked anew.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Transport } from '../hub/transport.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import { type Answer, writeAnswer } from './answer.ts';

/** A request that is being answered, and the headers that every answer to it must have (CORS). */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
}

export function answerExchange({ response, headers }: Exchange, answer: Answer): void {
  writeAnswer(response, answer, headers);
}

export interface HttpLine extends Transport {
  readonly name: 'ServerSentEvents' | 'LongPolling';
  /** Takes what a client sends by POST. */
  post(exchange: Exchange): void;
  /** Looks at the line's deadlines. */
  tick(nowMs: number): void;
}

export interface HttpLineParts {
  readonly clock: Clock;
  readonly settings: HubSettings;
  readonly counters: Counters;
  /** Told once, when no request can reach the line any more. */
  readonly onOver: () => void;
}
