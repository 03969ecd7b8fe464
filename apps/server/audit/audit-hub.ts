// Records denials by the hub in the audit log: requests and connections without a valid sign-in or beyond a limit, and invalid or
// forbidden invocations. Repeated denials are only counted, as everywhere in the log.
import type { DenialListener } from '@openpit/signalr-server';
import type { AuditLog } from './audit-log.ts';
import { createClientAddress } from './client-address.ts';

/** `trustedProxies`: addresses and networks whose X-Forwarded-For is trusted. */
export function auditHub(audit: Pick<AuditLog, 'add'>, trustedProxies: readonly string[]): DenialListener {
  const addressOf = createClientAddress(trustedProxies);
  return ({ hub, reason, userId, method, remoteAddress, headers }) => {
    const from = addressOf(remoteAddress, headers['x-forwarded-for']);
    audit.add({
      kind: 'denied',
      what: method === null ? hub : `${hub} ${method}`,
      outcome: reason,
      user: userId,
      ...(from !== null && { from }),
    });
  };
}
