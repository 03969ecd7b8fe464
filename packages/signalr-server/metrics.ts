// The metrics of the server: one live object of plain numbers that a collector can read at any time
// (prom-client: a gauge with `collect() { this.set(server.metrics.connections) }`).
import { type TransportName, transportNames } from './transport.ts';

/** The reasons why connections end. */
const closeReasons = [
  'client',
  'connectionLost',
  'handshakeTimeout',
  'handshakeRejected',
  'clientTimeout',
  'protocolError',
  'limit',
  'slowClient',
  'expired',
  'application',
  'connectFailed',
  'serverClosing',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/**
 * The limits that a client can exceed; all but `waitingRequests` (16 per connection) are set by HubSettings.
 */
const limitNames = [
  'messageBytes',
  'frameBytes',
  'depth',
  'inputRate',
  'invocationRate',
  'streamsPerConnection',
  'waitingRequests',
  'connectionsPerUser',
  'pendingConnections',
  'orderedBytes',
  'stall',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Upper bounds, in milliseconds, of the buckets of `flushSlices`. The last bucket has no bound. */
export const flushSliceBoundsMs = [1, 2, 3, 5, 10] as const;

export interface HubMetrics {
  /** Open connections, including those that have not completed the handshake. */
  readonly connections: number;
  /** Open connections by transport. */
  readonly transports: Readonly<Record<TransportName, number>>;
  /** Connections that are being authenticated or have not completed the handshake. */
  readonly pendingConnections: number;
  readonly messagesIn: number;
  readonly messagesOut: number;
  readonly bytesOut: number;
  readonly framesOut: number;
  /** The number of times that writing blocked the event loop: one count per bound of `flushSliceBoundsMs`, and one above. */
  readonly flushSlices: readonly number[];
  readonly invocations: number;
  readonly invocationsFailed: number;
  /** Open streams in both directions. */
  readonly streams: number;
  /** Slow clients: writing to them is paused until they read the data buffered in their sockets. */
  readonly slowClients: number;
  /** The number of times that a client became slow. */
  readonly slowdowns: number;
  readonly closes: Readonly<Record<CloseReason, number>>;
  /** The number of times that clients exceeded each limit. */
  readonly limitsExceeded: Readonly<Record<LimitName, number>>;
}

export class Counters implements HubMetrics {
  connections = 0;
  readonly transports = zeroes(transportNames);
  pendingConnections = 0;
  messagesIn = 0;
  messagesOut = 0;
  bytesOut = 0;
  framesOut = 0;
  readonly flushSlices: number[] = [...flushSliceBoundsMs.map(() => 0), 0];
  invocations = 0;
  invocationsFailed = 0;
  streams = 0;
  slowClients = 0;
  slowdowns = 0;
  readonly closes = zeroes(closeReasons);
  readonly limitsExceeded = zeroes(limitNames);
}

/** Counts one slice of writing in its bucket. */
export function countFlushSlice({ flushSlices }: Counters, durationMs: number): void {
  const at = flushSliceBoundsMs.findIndex((boundMs) => durationMs <= boundMs);
  const bucket = at < 0 ? flushSliceBoundsMs.length : at;
  flushSlices[bucket] = (flushSlices[bucket] ?? 0) + 1;
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
