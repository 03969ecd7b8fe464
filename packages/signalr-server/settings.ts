// All numeric settings of the server and their defaults. Settings that the .NET server has too (keep-alive,
// time-outs, message size) have the same defaults. The others protect the process from its clients.

export interface HubSettings {
  /** A ping is sent after this many milliseconds without an outgoing message. */
  readonly keepAliveMs: number;
  /** A client is closed after this many milliseconds without incoming data, unless a call is running. */
  readonly clientTimeoutMs: number;
  /** Milliseconds from the opening of the transport to the handshake request. */
  readonly handshakeTimeoutMs: number;
  /** How long an unused connection token is valid, in milliseconds. */
  readonly negotiateTimeoutMs: number;
  /** A poll without data is answered empty after this many milliseconds. Must be below the client's 100 s. */
  readonly pollTimeoutMs: number;
  /** A long-polling connection is closed after this many milliseconds without an open poll. */
  readonly idleTimeoutMs: number;
  /** Milliseconds within which a client must return the result of a method that the server invoked. */
  readonly clientResultTimeoutMs: number;
  /** Milliseconds from the server's close to the end of the socket. After that the socket is destroyed. */
  readonly closeTimeoutMs: number;
  /** Milliseconds between two checks of all time-outs. A time-out is at most this much late, never early. */
  readonly tickMs: number;

  /** Milliseconds between two flushes of a client. 0 flushes at the end of each event-loop turn. */
  readonly flushIntervalMs: number;
  /** How long writing may block the event loop before other work gets a turn. */
  readonly flushSliceMs: number;
  /**
   * Number of flushes per second, of all clients together, that urgent messages of the application may cause.
   * Above it they wait for the next flush of their client, so that many urgent messages cannot take the
   * processor from everything else.
   */
  readonly urgentFlushesPerSecond: number;
  /**
   * Messages are joined into frames of at most this many bytes. A longer message is sent in its own frame.
   */
  readonly maxOutgoingFrameBytes: number;

  /** Maximum bytes of one message of a client. Clients may join several messages into one frame. */
  readonly maxMessageBytes: number;
  /** Maximum bytes of one WebSocket frame, or POST body, of a client. */
  readonly maxFrameBytes: number;
  /** Maximum nesting of the arrays and objects in a message. */
  readonly maxDepth: number;
  /**
   * Average number of units of input per second and connection. Each frame, each message and each KiB is one unit. Above it, the server
   * reads slower from the client, but loses nothing.
   */
  readonly inputPerSecond: number;
  /** Number of units of input that a connection may send in a burst. */
  readonly inputBurst: number;
  /** Average number of invocations per second and connection. */
  readonly invocationsPerSecond: number;
  /** Number of invocations that a connection may send in a burst. */
  readonly invocationBurst: number;
  /** The server stops reading from a client with this number of queued invocations. */
  readonly maxWaitingInvocations: number;
  /** Number of open streams per connection, both directions together. */
  readonly streamsPerConnection: number;
  /**
   * Number of unread items per upload stream. When it is reached, the server stops reading from the client.
   */
  readonly uploadBufferItems: number;
  /** Number of open connections per user and hub. */
  readonly connectionsPerUser: number;
  /** Number of connections in total that are being authenticated or have not completed the handshake. */
  readonly maxPendingConnections: number;

  /** Bytes of ordered messages in a client's queue above which the client is closed and may reconnect. */
  readonly maxOrderedBytes: number;
  /** Bytes in a client's socket above which it is slow: writing pauses and conflated updates merge. */
  readonly slowAboveBytes: number;
  /** Buffered bytes at or below which writing to a slow client starts again. */
  readonly slowBelowBytes: number;
  /** A client with unsent data is closed after this many milliseconds without progress. */
  readonly stallTimeoutMs: number;
}

export const defaultSettings: HubSettings = {
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  handshakeTimeoutMs: 15_000,
  negotiateTimeoutMs: 15_000,
  pollTimeoutMs: 90_000,
  idleTimeoutMs: 15_000,
  clientResultTimeoutMs: 30_000,
  closeTimeoutMs: 5_000,
  tickMs: 1_000,

  flushIntervalMs: 50,
  flushSliceMs: 2,
  urgentFlushesPerSecond: 2_000,
  maxOutgoingFrameBytes: 64 * 1024,

  maxMessageBytes: 32 * 1024,
  maxFrameBytes: 1024 * 1024,
  maxDepth: 100,
  inputPerSecond: 1_000,
  inputBurst: 4_000,
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

/** The defaults, overridden by `partial`. Throws a RangeError that names the invalid setting. */
export function settingsFrom(partial: Partial<HubSettings>): HubSettings {
  const settings: HubSettings = { ...defaultSettings };
  for (const name of Object.keys(defaultSettings) as (keyof HubSettings)[]) {
    const value = partial[name];
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
