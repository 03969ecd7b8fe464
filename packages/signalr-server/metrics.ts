// What the server counts about itself. One live object of plain numbers, read whenever a collector asks (prom-client:
// a gauge or counter with `collect() { this.set(server.metrics.connections) }`); counting costs an addition.

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
  'connectionsPerUser',
  'pendingConnections',
  'orderedBytes',
  'stall',
] as const;
export type BreachKind = (typeof breachKinds)[number];

export interface HubMetrics {
  /** Open connections, those in the handshake included. */
  readonly connections: number;
  /** Clients that are being authenticated or have not done their handshake. */
  readonly pendingConnections: number;
  readonly messagesIn: number;
  readonly messagesOut: number;
  readonly bytesOut: number;
  readonly framesOut: number;
  readonly invocations: number;
  readonly invocationsFailed: number;
  /** Clients to which nothing is written just now because they do not take what they were sent. */
  readonly slowClients: number;
  /** How often a client became slow. */
  readonly slowdowns: number;
  readonly closes: Readonly<Record<CloseReason, number>>;
  readonly breaches: Readonly<Record<BreachKind, number>>;
}

export class Counters implements HubMetrics {
  connections = 0;
  pendingConnections = 0;
  messagesIn = 0;
  messagesOut = 0;
  bytesOut = 0;
  framesOut = 0;
  invocations = 0;
  invocationsFailed = 0;
  slowClients = 0;
  slowdowns = 0;
  readonly closes = zeroes(closeReasons);
  readonly breaches = zeroes(breachKinds);
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
