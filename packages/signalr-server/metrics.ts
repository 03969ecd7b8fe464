// What the server counts about itself. One live object of plain numbers, read whenever a collector asks (prom-client:
// a gauge or counter with `collect() { this.set(server.metrics.connections) }`); counting costs an addition.
import { type TransportName, transportNames } from './hub/transport.ts';

/** Why a connection ended. */
export const closeReasons = [
  'client',
  'connectionLost',
  'handshakeTimeout',
  'handshakeRefused',
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

/** Which limit of HubSettings a client ran into. */
export const breachKinds = [
  'messageBytes',
  'frameBytes',
  'depth',
  'invocationRate',
  'streamsPerConnection',
  'waitingRequests',
  'connectionsPerUser',
  'pendingConnections',
  'orderedBytes',
  'stall',
] as const;
export type BreachKind = (typeof breachKinds)[number];

/** Upper bounds, in ms, of the buckets in which slices of writing are counted; the last bucket has none. */
export const flushSliceBoundsMs = [1, 2, 3, 5, 10] as const;

export interface HubMetrics {
  /** Open connections, those in the handshake included. */
  readonly connections: number;
  /** The same by what carries them. */
  readonly transports: Readonly<Record<TransportName, number>>;
  /** Clients that are being authenticated or have not done their handshake. */
  readonly pendingConnections: number;
  readonly messagesIn: number;
  readonly messagesOut: number;
  readonly bytesOut: number;
  readonly framesOut: number;
  /** How often writing has held the event loop, by how long: a count for each of `flushSliceBoundsMs`, and one for more. */
  readonly flushSlices: readonly number[];
  readonly invocations: number;
  readonly invocationsFailed: number;
  /** Streams that run just now, in both directions. */
  readonly streams: number;
  /** Clients to which nothing is written just now because they do not take what they were sent. */
  readonly slowClients: number;
  /** How often a client became slow. */
  readonly slowdowns: number;
  readonly closes: Readonly<Record<CloseReason, number>>;
  readonly breaches: Readonly<Record<BreachKind, number>>;
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
  readonly breaches = zeroes(breachKinds);
}

/** Counts one slice of writing. */
export function countFlushSlice({ flushSlices }: Counters, tookMs: number): void {
  const at = flushSliceBoundsMs.findIndex((boundMs) => tookMs <= boundMs);
  const bucket = at < 0 ? flushSliceBoundsMs.length : at;
  flushSlices[bucket] = (flushSlices[bucket] ?? 0) + 1;
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
