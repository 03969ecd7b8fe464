// A transport that consists of several HTTP requests: server-sent events or long polling. Each request of an
// open connection is authenticated and then passed to its transport.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import type { Transport } from '../transport.ts';
import { type HttpResponse, writeResponse } from './http-response.ts';

/** A request, its response, and the headers that every response to it must have (CORS). */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
}

export function respond({ response, headers }: HttpExchange, content: HttpResponse): void {
  writeResponse(response, content, headers);
}

export interface HttpTransport extends Transport {
  readonly name: 'ServerSentEvents' | 'LongPolling';
  /** Takes a POST of the client. */
  post(exchange: HttpExchange): void;
  /** Takes the body of a POST that arrived before the transport opened. */
  receive(body: Buffer): void;
  /** Checks the time-outs of the transport. */
  tick(nowMs: number): void;
}

export interface HttpTransportOptions {
  readonly clock: Clock;
  readonly settings: HubSettings;
  readonly counters: Counters;
  /** Called once, when the transport accepts no more requests. */
  readonly onClosed: () => void;
}
