// A hub as the HTTP side knows it: where it is, who may come in, and what to do with an open line.
import type { ConnectionRequest, HubRequest } from '../hub/hub-request.ts';
import type { Transport, TransportName } from '../hub/transport.ts';
import type { OriginRule } from './origin.ts';

/** Someone who may come in. */
export interface Admission {
  /** Null when the hub asks nobody who they are. */
  readonly userId: string | null;
  /** Another server for this client; null to stay here. */
  redirect(): Promise<NegotiateRedirect | null>;
  /** Hands an open line to the hub. */
  open(line: OpenLine): void;
}

export interface OpenLine {
  readonly transport: Transport;
  readonly connectionId: string;
  readonly request: ConnectionRequest;
}

/** Sends a client that negotiates to another address, and if given with another token. */
export interface NegotiateRedirect {
  readonly url: string;
  readonly accessToken?: string;
}

/** JSON goes as text, MessagePack as binary. */
export type TransferFormat = 'Text' | 'Binary';

export interface Endpoint {
  /** In lower case, without a slash at the end. */
  readonly path: string;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional: boolean;
  readonly minimumNegotiateVersion: number;
  /** Those that are switched on. */
  readonly transports: ReadonlySet<TransportName>;
  /** Those that some protocol of the hub needs. */
  readonly formats: ReadonlySet<TransferFormat>;
  /** Null: not signed in. Throws HubError for someone who is known and not allowed. */
  admit(request: HubRequest): Promise<Admission | null>;
  /** What carries the connection with that id; null when none is open. */
  transportOf(connectionId: string): TransportName | null;
  /** Open connections of a user. */
  connectionCountOf(userId: string): number;
}
