// Records calls in the audit log when they are answered: signing in and out, passwords, two-factor and sessions, every command,
// and every denied call. Routes add details that only they know.
import { paths, userCommandKinds, userCommands } from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditFact } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { isSignedIn, signedInUserOf } from './signed-in.ts';

type Note = Pick<AuditFact, 'user' | 'session' | 'command'> & { readonly outcome?: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Details that routes add to the entry of the audit log. */
    auditNote?: Note | null;
  }
}

/** Adds to the entry of a request, if it gets one. */
export function noteForAudit(request: FastifyRequest, note: Note): void {
  request.auditNote = { ...request.auditNote, ...note };
}

type RecordedCall = Pick<AuditFact, 'kind' | 'what'>;
const recorded: ReadonlyMap<string, RecordedCall> = new Map<string, RecordedCall>([
  [paths.login, { kind: 'signIn', what: 'password' }],
  [paths.demoLogin, { kind: 'signIn', what: 'demonstration' }],
  [paths.twoFactorConfirmation, { kind: 'signIn', what: 'oneTimePassword' }],
  [paths.twoFactorReset, { kind: 'twoFactor', what: 'reset' }],
  [paths.twoFactorEnrol, { kind: 'twoFactor', what: 'enrol' }],
  [paths.twoFactorConfirmEnrolment, { kind: 'twoFactor', what: 'confirmEnrolment' }],
  [paths.changePassword, { kind: 'password', what: 'change' }],
  [paths.logout, { kind: 'signOut', what: 'logout' }],
  [paths.revokeSession, { kind: 'session', what: 'revoke' }],
  ...userCommandKinds.map(
    (command) => [userCommands[command].path, { kind: 'command', what: command }] as const,
  ),
]);

/** A hook that records a call when it is answered. */
export function auditCalls(audit: Pick<AuditLog, 'add'>) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    record(request, reply);
    done();
  };

  function record(request: FastifyRequest, reply: FastifyReply): void {
    const { url: route = '' } = request.routeOptions;
    const { statusCode } = reply;
    const outcome = statusCode < 400 ? 'ok' : `status ${statusCode}`;
    const isDenied = statusCode === 401 || statusCode === 403;
    const call = recorded.get(route);
    // A denied request without a sign-in is not an act of a user.
    const isAct = call !== undefined && (isSignedIn(request) || call.kind === 'signIn' || !isDenied);
    if (!isAct && !(isDenied && route.startsWith('/api/'))) return;
    const audited: RecordedCall = isAct ? call : { kind: 'denied', what: route };
    const { userId: user, sessionId: session } = isSignedIn(request)
      ? signedInUserOf(request)
      : { userId: null, sessionId: undefined };
    const who = session === undefined ? { user } : { user, session };
    audit.add({ ...audited, outcome, ...who, from: request.ip, ...request.auditNote });
  }
}
