// The TCP connections of the server: their number, their users, and the choice of the connection to close if there are too many. A
// connection is anonymous until a request of a signed-in user arrives on it. The oldest idle anonymous connection is closed for a new
// one, so that someone who opens connections and sends nothing cannot lock users out. The same applies to incomplete TLS handshakes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerLimits } from './limits.ts';
import { UserTurns } from './user-turns.ts';

interface ConnectionCounts {
  readonly anonymous: number;
  readonly signedIn: number;
  /** Connections that were closed because a limit was exceeded: anonymous, per user or total. */
  readonly closed: number;
}

type ConnectionLimits = Pick<
  ServerLimits,
  | 'connections'
  | 'anonymousConnections'
  | 'connectionsPerUser'
  | 'headersMs'
  | 'requestMs'
  | 'unreadBytes'
  | 'unreadMs'
>;

interface Connection {
  readonly socket: Duplex;
  /** The user of its latest request; null while it is anonymous. */
  userId: string | null;
  /** The number of its requests that are not answered yet; an upgraded connection counts as one. */
  requests: number;
  /** Bytes read and written that `takeBytes` or `replies` has already counted. */
  takenBytes: number;
  /** Bytes of replies that the operating system has not taken yet, because the client reads too slowly. */
  unreadBytes: number;
  /** Requests that are handled once the earlier requests are answered. */
  readonly waiting: (() => void)[];
}

/**
 * The maximum number of requests without a user that wait for the reply to an earlier one on their connection. They arrive far faster than they can
 * be answered, because a client need not wait for replies.
 */
const maxWaiting = 10_000;

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #bySocket = new Map<Duplex, Connection>();
  /** Each set in the order of the latest activity, the oldest first. */
  readonly #anonymous = new Set<Connection>();
  readonly #byUser = new Map<string, Set<Connection>>();
  /** Connections whose TLS handshake is not complete, by the client's address and port, the oldest first. */
  readonly #inHandshake = new Map<string, Socket>();
  #closed = 0;
  #waiting = 0;
  /** Of all connections together: a chain of short replies would never return to the event loop. */
  readonly #turns = new UserTurns();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get counts(): ConnectionCounts {
    const anonymous = this.#anonymous.size;
    return { anonymous, signedIn: this.#bySocket.size - anonymous, closed: this.#closed };
  }

  /** Called before the server listens. */
  watch(server: Server): void {
    const { headersMs, requestMs, unreadMs } = this.#limits;
    server.headersTimeout = headersMs;
    server.requestTimeout = Math.max(headersMs, requestMs);
    // Node calls this when nothing has been read from or written to a connection for that time, or for its longer time between requests.
    server.setTimeout(Math.max(headersMs, unreadMs), (socket) => this.#unused(socket));
    if (server instanceof TlsServer) {
      server.on('connection', (socket) => this.#handshakeBegan(socket as Socket));
      server.on('secureConnection', (socket) => {
        this.#inHandshake.delete(peerOf(socket));
        this.#opened(socket);
      });
    } else server.on('connection', (socket) => this.#opened(socket));
    server.prependListener('request', (request, response) => this.#requested(request, response));
    server.prependListener('upgrade', ({ socket }) => this.#begin(socket));
  }

  /** True if no request of a signed-in user has arrived on the connection. */
  isAnonymous(socket: Duplex): boolean {
    return this.#bySocket.get(socket)?.userId === null;
  }

  /** Assigns the connection to the user after a signed-in request. */
  signedIn(socket: Duplex, userId: string): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined || connection.userId === userId) return;
    this.#leave(connection);
    connection.userId = userId;
    const ofUser = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, ofUser);
    ofUser.add(connection);
    if (ofUser.size > this.#limits.connectionsPerUser) this.#close(oldestIdle(ofUser) ?? connection);
  }

  /**
   * Handles a request: immediately if it is of a user, whose limits apply, otherwise after the earlier requests of its connection are
   * answered. A request whose connection has been closed is not handled.
   */
  inTurn(socket: Duplex, isOfUser: () => boolean, handle: () => void): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return;
    if (connection.requests <= 1 || isOfUser()) handle();
    else if (this.#waiting === maxWaiting) this.#close(connection);
    else {
      this.#waiting += 1;
      connection.waiting.push(handle);
      // Reading further requests would take longer than answering these.
      socket.pause();
    }
  }

  /** The bytes read and written on the connection since the last call. */
  takeBytes(socket: Socket): number {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return 0;
    const bytes = socket.bytesRead + socket.bytesWritten - connection.takenBytes;
    connection.takenBytes += bytes;
    return bytes;
  }

  /**
   * Counts a reply of a user before it is sent, because a client need not read it. If too many bytes of the user are unread, the connection
   * with the most is closed.
   */
  replies(socket: Duplex, response: ServerResponse, bytes: number): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return;
    connection.takenBytes += bytes;
    connection.unreadBytes += bytes;
    response.once('close', () => {
      connection.unreadBytes -= bytes;
    });
    let unread = 0;
    let slowest = connection;
    for (const peer of this.#peersOf(connection)) {
      unread += peer.unreadBytes;
      if (peer.unreadBytes > slowest.unreadBytes) slowest = peer;
    }
    if (unread > this.#limits.unreadBytes) this.#close(slowest);
  }

  /** Closes up to `count` idle anonymous connections, the oldest first. */
  closeIdle(count: number): void {
    for (const connection of this.#anonymous) {
      if (count <= 0) return;
      if (connection.requests > 0) continue;
      this.#close(connection);
      count -= 1;
    }
  }

  /** The oldest is closed if there are too many, so that someone who never completes a handshake cannot lock users out. */
  #handshakeBegan(socket: Socket): void {
    const peer = peerOf(socket);
    this.#inHandshake.set(peer, socket);
    socket.once('close', () => {
      if (this.#inHandshake.get(peer) === socket) this.#inHandshake.delete(peer);
    });
    if (this.#inHandshake.size <= this.#limits.anonymousConnections) return;
    // A socket whose client has gone no longer knows the address under which it is stored.
    const [[oldestPeer, oldest] = [peer, socket]] = this.#inHandshake;
    this.#closed += 1;
    this.#inHandshake.delete(oldestPeer);
    oldest.destroy();
  }

  #opened(socket: Duplex): void {
    const tracked = this.#bySocket.get(socket);
    if (tracked !== undefined) {
      // The request of this connection offered another protocol, and restarts without the offer (http-server.ts).
      tracked.requests -= 1;
      return;
    }
    const connection: Connection = {
      socket,
      userId: null,
      requests: 0,
      takenBytes: 0,
      unreadBytes: 0,
      waiting: [],
    };
    this.#bySocket.set(socket, connection);
    this.#anonymous.add(connection);
    socket.once('close', () => this.#ended(connection));
    const { connections, anonymousConnections } = this.#limits;
    if (this.#anonymous.size > anonymousConnections || this.#bySocket.size > connections)
      this.#close(oldestIdle(this.#anonymous) ?? connection);
  }

  #requested({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#begin(socket);
    response.once('close', () => this.#answered(socket));
  }

  #begin(socket: Duplex): void {
    const connection = this.#bySocket.get(socket);
    if (connection !== undefined) connection.requests += 1;
  }

  #answered(socket: Duplex): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return;
    connection.requests -= 1;
    const peers = this.#peersOf(connection);
    if (peers.delete(connection)) peers.add(connection);
    const next = connection.waiting.shift();
    if (next === undefined) return;
    this.#waiting -= 1;
    if (connection.waiting.length === 0) socket.resume();
    void this.#turns.next('').then(() => {
      if (this.#bySocket.has(socket)) next();
    });
  }

  /** Closes a connection that reads nothing, or that is idle. The handling of a request, and waiting for it, have other limits. */
  #unused(socket: Duplex): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) socket.destroy();
    else if (connection.requests === 0 || socket.writableLength > 0) this.#close(connection);
  }

  #close(connection: Connection): void {
    this.#closed += 1;
    this.#ended(connection);
    connection.socket.destroy();
  }

  #ended(connection: Connection): void {
    this.#waiting -= connection.waiting.length;
    connection.waiting.length = 0;
    this.#leave(connection);
    this.#bySocket.delete(connection.socket);
  }

  #leave(connection: Connection): void {
    const { userId } = connection;
    const peers = this.#peersOf(connection);
    peers.delete(connection);
    if (userId !== null && peers.size === 0) this.#byUser.delete(userId);
  }

  #peersOf({ userId }: Connection): Set<Connection> {
    return userId === null ? this.#anonymous : (this.#byUser.get(userId) ?? new Set());
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

function oldestIdle(connections: Iterable<Connection>): Connection | undefined {
  for (const connection of connections) if (connection.requests === 0) return connection;
  return undefined;
}

/** The number of the process's file handles that are not for connections: files, threads, the listening socket. */
const handlesForFiles = 200;

/** The maximum number of connections for which the operating system grants this process file handles. */
export function connectionsThatFit(): number {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  const handles = Number(userLimits?.open_files?.soft ?? Number.POSITIVE_INFINITY);
  // `handles` is not a number if the limit is "unlimited".
  if (!Number.isFinite(handles)) return Number.POSITIVE_INFINITY;
  return Math.max(handles - handlesForFiles, Math.floor(handles / 2));
}
