// A hub or raw endpoint as the HTTP side sees it: its path and options, whom it admits, and its use of an
// open transport.
import type { ConnectionRequest, HubRequest } from '../hub-request.ts';
import type { Transport, TransportName } from '../transport.ts';
import type { OriginRule } from './origin.ts';

/** An authenticated client. */
export interface AdmittedClient {
  /** Null if the endpoint has no authentication. */
  readonly userId: string | null;
  /** Another server for this client; null to stay here. */
  redirect(): Promise<NegotiateRedirect | null>;
  /** Passes an open transport to the endpoint. */
  open(opened: OpenedTransport): void;
}

export interface OpenedTransport {
  readonly transport: Transport;
  readonly connectionId: string;
  readonly request: ConnectionRequest;
}

/** Redirects a client that negotiates to another server. */
export interface NegotiateRedirect {
  readonly url: string;
  /** Replaces the client's own token. */
  readonly accessToken?: string;
}

/** JSON needs text, MessagePack needs binary. */
export type TransferFormat = 'Text' | 'Binary';

export interface Endpoint {
  /** The path in lower case, without a slash at the end. */
  readonly path: string;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional: boolean;
  readonly minimumNegotiateVersion: number;
  /** The enabled transports. */
  readonly transports: ReadonlySet<TransportName>;
  /** The formats that its protocols need. */
  readonly formats: ReadonlySet<TransferFormat>;
  /**
   * Authenticates a request; null if the client is not signed in. Throws HubError when it is not allowed.
   */
  admit(request: HubRequest): Promise<AdmittedClient | null>;
  /** The transport of an open connection; null if there is no connection with that id. */
  transportOf(connectionId: string): TransportName | null;
  /**
   * Closes the connection of a user that has been silent for longest, if one of them does not answer. Resolves with whether it closed
   * one.
   */
  closeSilent(userId: string): Promise<boolean>;
  connectionCountOf(userId: string): number;
}
