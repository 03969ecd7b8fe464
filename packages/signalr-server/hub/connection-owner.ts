// What a connection knows of the hub that it belongs to, and what the hub gives it on its way.
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { HubMethod } from './call.ts';
import type { ConnectionRequest } from './hub-request.ts';

export interface CloseOptions {
  /** Whether a client with automatic reconnect may come back at once; without it that client stays away. */
  readonly allowReconnect?: boolean;
  /** Why, in words for the user. */
  readonly error?: string;
}

export interface ConnectionIdentity {
  readonly connectionId: string;
  readonly userId: string | null;
  /** When the user's right to be here ends, epoch ms; null never. */
  readonly expiresAtMs: number | null;
  readonly request: ConnectionRequest;
}

export interface ConnectionOwner<Connection> {
  readonly path: string;
  /** Those that the hub speaks. */
  readonly protocolNames: ReadonlySet<ProtocolName>;
  methodNamed(name: string): HubMethod<Connection> | null;
  /** Runs the application's onConnected. */
  connected(connection: Connection): unknown;
  /** The connection is no longer to be reached by any sender. */
  left(connection: Connection): void;
  /** The line is gone. */
  gone(connection: Connection): void;
  /** Runs the application's onDisconnected: once, after the line is gone, if its onConnected had succeeded. */
  disconnected(connection: Connection, error: Error | null): void;
}
