// Requests that a hub has rejected, for the application's audit log. A denial contains no text of the client: no token, no argument,
// and the name of a method only if the hub has that method.
import type { IncomingHttpHeaders } from 'node:http';

export interface HubDenial {
  /** The path of the hub. */
  readonly hub: string;
  readonly reason:
    | 'notSignedIn'
    | 'notAllowed'
    | 'tooManyConnections'
    | 'tooManyRequests'
    | 'invalidMessage'
    | 'unknownMethod'
    | 'invalidArguments'
    | 'tooManyInvocations'
    | 'rejected';
  /** Null while nobody is known. */
  readonly userId: string | null;
  /** Null for a request or a connection. */
  readonly method: string | null;
  readonly remoteAddress: string | null;
  /** Headers of the request, or of the request that opened the connection; without Authorization. */
  readonly headers: IncomingHttpHeaders;
}

export type DenialReason = HubDenial['reason'];

/** Called for each denial; must not throw. */
export type DenialListener = (denial: HubDenial) => void;
