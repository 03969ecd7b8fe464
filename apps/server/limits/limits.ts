// The limits on the load by one user, and by callers who are not signed in. People and well-behaved programs stay below the defaults;
// `--limits name=number,…` changes them.

export const defaultLimits = {
  /** Open TCP connections; fewer if the operating system grants the process fewer file handles. */
  connections: 10_000,
  /** The maximum number of connections without a request from a signed-in user so far. */
  anonymousConnections: 1_000,
  /** Open TCP connections per user. */
  connectionsPerUser: 100,
  /** Milliseconds from the opening of a connection, or the first byte of a request, to the end of its headers. */
  headersMs: 20_000,
  /** Milliseconds from the first byte of a request to the end of its body. */
  requestMs: 60_000,
  /** Per second and user, on average, and the size of a burst: reads, and separately commands other than deletes and suspends. */
  callsPerSecond: 100,
  callBurst: 300,
  /** Average and burst for deletes and suspends, so that other load cannot prevent a user from leaving the market. */
  leavingPerSecond: 200,
  leavingBurst: 2_000,
  /** Bytes of HTTP requests and replies per second and user; separately for reads, orders, and deletes and suspends. */
  bytesPerSecond: 2_000_000,
  byteBurst: 100_000_000,
  /** Bytes of replies to a user that no connection of the user has read yet; beyond it, the connection with the most is closed. */
  unreadBytes: 32_000_000,
  /** Milliseconds after which a connection is closed that reads nothing of a reply. */
  unreadMs: 30_000,
  /** The budget for expensive calls per second and user, and its burst, in the units of `call-costs.ts`. */
  expensivePerSecond: 30,
  expensiveBurst: 100,
  /** Requests to open a connection to the hub, per second and user, and their burst. A negotiation is one of them. */
  hubOpeningsPerSecond: 4,
  hubOpeningBurst: 200,
  /**
   * Rejected commands per minute and user, on average; separately for orders, and deletes and suspends. Each uses disk space and, until
   * the day ends, memory.
   */
  rejectionsPerMinute: 10,
  rejectionBurst: 300,
  /** Unmatched deals per hour that one user may report to one other member. */
  unmatchedDealsPerHour: 100,
  unmatchedDealBurst: 100,
  /**
   * The number of calls per user beyond these limits that are rejected immediately. As many more are rejected late; after that,
   * connections are closed.
   */
  excessAtOnce: 100,
  excessLate: 200,
  /** Milliseconds without reading before such a connection is closed, so that the client does not reopen it immediately. */
  closePauseMs: 10_000,
} as const;

export type ServerLimits = { readonly [Name in keyof typeof defaultLimits]: number };
