// Every number of the server that an operator may want to change, with its default. The defaults are those of the
// .NET server where it has one (keep-alive, time-outs, message size); the rest guards one process against its clients.

export interface HubSettings {
  /** A ping is sent when nothing else was for this long. */
  readonly keepAliveMs: number;
  /** A client that sent nothing for this long is closed; the time does not run while a call of its own is running. */
  readonly clientTimeoutMs: number;
  /** From the open transport to the handshake request. */
  readonly handshakeTimeoutMs: number;
  /** A negotiated connection token that was not used dies after this long. */
  readonly negotiateTimeoutMs: number;
  /** A long poll for which there is nothing is answered empty after this long; it must be under the client's 100 s. */
  readonly pollTimeoutMs: number;
  /** A long-polling client that has no poll open for this long is gone. */
  readonly idleTimeoutMs: number;
  /** A client that is asked something must answer within this time. */
  readonly answerTimeoutMs: number;
  /** From our close to the end of the socket; after it the socket is destroyed. */
  readonly closeTimeoutMs: number;
  /** How often time-outs are looked at; they fire at most this much late and never early. */
  readonly tickMs: number;

  /** How often what waits for a client is written to it, in one frame. 0: at the end of each turn of the event loop. */
  readonly flushIntervalMs: number;
  /** The longest that writing may hold the event loop before others have their turn. */
  readonly flushSliceMs: number;
  /** Messages are joined into one frame up to this size; a longer message goes alone. */
  readonly maxOutgoingFrameBytes: number;

  /** The longest message of a client (not frame: a client joins messages into frames). */
  readonly maxMessageBytes: number;
  /** The longest WebSocket frame, or body of a POST, of a client. */
  readonly maxFrameBytes: number;
  /** How deep the arrays and objects of a message may be nested. */
  readonly maxDepth: number;
  /** Calls of one connection, on average. */
  readonly invocationsPerSecond: number;
  /** Calls of one connection, at once. */
  readonly invocationBurst: number;
  /** Calls of one connection that wait for the running one; beyond it nothing more is read from that client. */
  readonly maxWaitingInvocations: number;
  /** Streams of one connection that run at once, in both directions together. */
  readonly streamsPerConnection: number;
  /** Items of one upload that wait for the method that reads them; beyond it nothing more is read from that client. */
  readonly uploadBufferItems: number;
  readonly connectionsPerUser: number;
  /** Connections of all clients that are not through authentication and handshake. */
  readonly maxPendingConnections: number;

  /** Ordered messages that may wait for one client; beyond it the client is closed and may reconnect. */
  readonly maxOrderedBytes: number;
  /** Bytes in a client's socket from which on nothing more is written and conflated messages are merged … */
  readonly slowAboveBytes: number;
  /** … until so few are left. */
  readonly slowBelowBytes: number;
  /** A client that takes nothing of what waits for it is closed after this long. */
  readonly stallTimeoutMs: number;
}

export const defaultSettings: HubSettings = {
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  handshakeTimeoutMs: 15_000,
  negotiateTimeoutMs: 15_000,
  pollTimeoutMs: 90_000,
  idleTimeoutMs: 15_000,
  answerTimeoutMs: 30_000,
  closeTimeoutMs: 5_000,
  tickMs: 1_000,

  flushIntervalMs: 50,
  flushSliceMs: 2,
  maxOutgoingFrameBytes: 64 * 1024,

  maxMessageBytes: 32 * 1024,
  maxFrameBytes: 1024 * 1024,
  maxDepth: 100,
  invocationsPerSecond: 50,
  invocationBurst: 100,
  maxWaitingInvocations: 16,
  streamsPerConnection: 32,
  uploadBufferItems: 10,
  connectionsPerUser: 24,
  maxPendingConnections: 1_000,

  maxOrderedBytes: 4 * 1024 * 1024,
  slowAboveBytes: 256 * 1024,
  slowBelowBytes: 64 * 1024,
  stallTimeoutMs: 30_000,
};

const mayBeZero: ReadonlySet<string> = new Set(['flushIntervalMs', 'flushSliceMs']);

/** The defaults, changed by `given`. Throws a RangeError that names the setting which makes no sense. */
export function settingsFrom(given: Partial<HubSettings>): HubSettings {
  const settings: HubSettings = { ...defaultSettings };
  for (const name of Object.keys(defaultSettings) as (keyof HubSettings)[]) {
    const value = given[name];
    if (value === undefined) continue;
    if (
      typeof value !== 'number' ||
      Number.isNaN(value) ||
      value < 0 ||
      (value === 0 && !mayBeZero.has(name))
    ) {
      throw new RangeError(`The setting ${name} must be a positive number, but is ${value}.`);
    }
    Object.assign(settings, { [name]: value });
  }
  if (settings.slowBelowBytes >= settings.slowAboveBytes) {
    throw new RangeError(
      `slowBelowBytes (${settings.slowBelowBytes}) must be less than slowAboveBytes (${settings.slowAboveBytes}).`,
    );
  }
  return settings;
}
