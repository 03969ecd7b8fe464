import { marketHubPath } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import type { AuditFact } from './audit-entry.ts';
import { auditFolderIn } from './audit-files.ts';
import { folderSource, verifyAudit } from './verify-audit.ts';

const from = '127.0.0.1';

let server: ServerOnAPort;
const added: AuditFact[] = [];
beforeAll(async () => {
  server = await serverOnAPort();
  const add = server.audit.add.bind(server.audit);
  server.audit.add = (fact) => {
    added.push(fact);
    add(fact);
  };
});
afterAll(() => server.close());

const negotiate = (token: string, more: Record<string, string> = {}) =>
  fetch(`${server.url}${marketHubPath}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...more },
  });
const denials = () => added.splice(0).filter(({ kind }) => kind === 'denied');

describe('the audit log of the hub', () => {
  it('records connections with a bad token or from foreign pages, with their address but without the token', async () => {
    const token = await server.signIn('thandi');
    expect((await negotiate('forged')).status).toBe(401);
    expect((await negotiate(token, { origin: 'http://elsewhere.example' })).status).toBe(403);
    expect((await negotiate(token)).status).toBe(200);
    expect(denials()).toEqual([
      { kind: 'denied', what: marketHubPath, outcome: 'notSignedIn', user: null, from },
      { kind: 'denied', what: marketHubPath, outcome: 'notAllowed', user: null, from },
    ]);
  });

  it('has connections beyond the limit of a user', async () => {
    const token = await server.signIn('pieter');
    const connected = async (): Promise<boolean> => {
      await server.connect(token);
      return connected();
    };
    await expect(connected()).rejects.toThrow('which is the limit per user');
    expect(denials()).toEqual([
      { kind: 'denied', what: marketHubPath, outcome: 'tooManyConnections', user: 'pieter', from },
    ]);
  });

  it('has invocations that are invalid or not allowed, with the user and without the arguments', async () => {
    const screen = await server.openScreen('thandi');
    added.length = 0;
    const calls: [string, ...unknown[]][] = [
      ['SubscribeToGroups', ['member:VELD']],
      ['SubscribeDepth', 'no list'],
      ['PublishAllData', 999, null],
      ['StealEverything'],
      ['DisconnectCheck'],
    ];
    for (const [method, ...args] of calls)
      await screen.connection.invoke(method, ...args).catch(() => undefined);
    const denied = { kind: 'denied', user: 'thandi', from };
    expect(denials()).toEqual([
      { ...denied, what: '/market SubscribeToGroups', outcome: 'rejected' },
      { ...denied, what: '/market SubscribeDepth', outcome: 'invalidArguments' },
      { ...denied, what: '/market PublishAllData', outcome: 'invalidArguments' },
      { ...denied, what: '/market', outcome: 'unknownMethod' },
    ]);
  });

  it('counts denials that repeat', async () => {
    const screen = await server.openScreen('lerato');
    for (let at = 0; at < 50; at += 1) await screen.connection.invoke('Nonsense').catch(() => undefined);
    await server.audit.close();
    const counts: unknown[] = [];
    await verifyAudit(folderSource(auditFolderIn(server.dataFolder)), (entry) => {
      if (entry.outcome === 'unknownMethod' && entry.user === 'lerato') counts.push(entry.count);
    });
    expect(counts).toEqual([undefined, 49]);
  });
});
