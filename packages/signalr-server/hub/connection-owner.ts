// A hub as its connections see it.
import type { ConnectionRequest } from '../hub-request.ts';
import type { HubMethod } from '../invocations/invocation.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';

export interface CloseOptions {
  /** True if a client with automatic reconnect may reconnect. The default is false: it stays disconnected. */
  readonly allowReconnect?: boolean;
  /** The reason, as a sentence for the user. */
  readonly error?: string;
}

export interface ConnectionIdentity {
  readonly connectionId: string;
  readonly userId: string | null;
  /** When the connection must be closed, in milliseconds since 1970; null for never. */
  readonly expiresAtMs: number | null;
  readonly request: ConnectionRequest;
}

export interface ConnectionOwner<Connection> {
  readonly path: string;
  /** The protocols that the hub accepts. */
  readonly protocolNames: ReadonlySet<ProtocolName>;
  findMethod(name: string): HubMethod<Connection> | null;
  /** Runs the application's onConnected. */
  onConnected(connection: Connection): unknown;
  /** The connection begins to close: senders no longer reach it. */
  onClosing(connection: Connection): void;
  /** The transport is closed. */
  onClosed(connection: Connection): void;
  /** Runs the application's onDisconnected after the transport was closed, if onConnected succeeded. */
  onDisconnected(connection: Connection, error: Error | null): void;
}
