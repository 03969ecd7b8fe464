import { demoPassword } from '@openpit/market';
import { findTwoFactor } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { paths, userCommands, userReads } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { auditFolderIn } from '../audit/audit-files.ts';
import { folderSource, verifyAudit } from '../audit/verify-audit.ts';
import { codeOfStep, stepAt } from '../auth/totp.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

const email = 'thandi@kand.example';

let server: ServerInAFolder;
/** The entries added since the last look. */
let added: Partial<AuditEntry>[] = [];
beforeAll(async () => {
  server = await serverInAFolder({ clock: new VirtualClock(epochMs(1_795_000_000_000)) });
  const add = server.audit.add.bind(server.audit);
  server.audit.add = (fact) => {
    added.push(fact);
    add(fact);
  };
});
afterAll(() => server.close());

/** Replies are recorded after they were sent. */
async function recordedFor(act: () => Promise<unknown>): Promise<Partial<AuditEntry>[]> {
  added = [];
  await act();
  return added;
}
const login = (password: string, address = email) => server.post(paths.login, { email: address, password });
const order = {
  requestId: 'audit-1',
  ...exampleOrder,
  qty: 5,
  price: 3990,
};

describe('the audit log', () => {
  it('has every sign-in and failure, with user, place and outcome', async () => {
    const from = '127.0.0.1';
    const signIn = { kind: 'signIn', what: 'password', from } as const;
    expect(await recordedFor(() => login(demoPassword))).toEqual([
      { ...signIn, user: 'thandi', outcome: 'ok' },
    ]);
    expect(await recordedFor(() => login('wrong'))).toEqual([
      { ...signIn, user: 'thandi', outcome: 'wrongCredentials' },
    ]);
    expect(await recordedFor(() => login('wrong', 'my password is here'))).toEqual([
      { ...signIn, user: null, outcome: 'wrongCredentials' },
    ]);
    const token = await server.signIn(email);
    const signedOut = await recordedFor(() => server.post(paths.logout, {}, token));
    expect(signedOut).toEqual([
      { kind: 'signOut', what: 'logout', outcome: 'ok', user: 'thandi', session: expect.any(String), from },
    ]);
    expect(await recordedFor(() => server.get(userReads.getPrices.path, token))).toEqual([
      { kind: 'denied', what: userReads.getPrices.path, outcome: 'notSignedIn', user: null, from },
    ]);
  });

  it('has every command with its number, rejected ones and denied ones', async () => {
    const { path } = userCommands.insertOrder;
    const thandi = await server.signIn(email);
    const lerato = await server.signIn('lerato@karo.example');
    const { lastSeq } = server.view;
    const command = { kind: 'command', what: 'insertOrder', from: '127.0.0.1', session: expect.any(String) };
    expect(await recordedFor(() => server.post(path, order, thandi))).toEqual([
      { ...command, user: 'thandi', outcome: 'ok', command: lastSeq + 1 },
    ]);
    const tooMuch = { ...order, requestId: 'audit-2', qty: 50_000 };
    expect(await recordedFor(() => server.post(path, tooMuch, thandi))).toEqual([
      { ...command, user: 'thandi', outcome: 'quantityAboveLimit', command: lastSeq + 2 },
    ]);
    expect(await recordedFor(() => server.post(path, order, lerato))).toEqual([
      { ...command, user: 'lerato', outcome: 'notPermitted' },
    ]);
    expect(await recordedFor(() => server.get(userReads.getPrices.path, thandi))).toEqual([]);
  });

  it('records the operator’s actions, including changes of permissions, and rejected requests', async () => {
    const request = { action: 'grant', user: 'lerato', flags: ['insertOrderOrDouble'] };
    const act = { kind: 'operator', what: 'grant', user: 'test' };
    expect(await recordedFor(() => server.operate(request))).toMatchObject([
      { ...act, request, outcome: 'ok' },
    ]);
    expect(await recordedFor(() => server.operate({ ...request, user: 'nobody' }))).toMatchObject([
      { ...act, outcome: 'rejected' },
    ]);
  });

  it('contains users’ actions on passwords, two-factor and sessions', async () => {
    const token = await server.signIn(email);
    const codeNow = async () => {
      const stored = await findTwoFactor(server.db, 'thandi');
      return codeOfStep(Buffer.from(stored?.secret ?? '', 'base64url'), stepAt(server.clock.now()));
    };
    const body = { password: demoPassword };
    const recorded = await recordedFor(async () => {
      await server.post(paths.changePassword, { password: 'x', newPassword: 'a long new password' }, token);
      await server.post(paths.twoFactorEnrol, body, token);
      await server.post(paths.twoFactorConfirmEnrolment, { otp: await codeNow() }, token);
      await login(demoPassword);
      await server.get(`${paths.twoFactorConfirmation}?otp=${await codeNow()}`);
      await server.post(paths.twoFactorReset, { email, password: demoPassword });
      await server.post(paths.revokeSession, { ...body, sessionId: 'all' }, token);
    });
    expect(recorded.map(({ kind, what, outcome, user }) => [kind, what, outcome, user])).toEqual([
      ['password', 'change', 'badInput', 'thandi'],
      ['twoFactor', 'enrol', 'ok', 'thandi'],
      ['twoFactor', 'confirmEnrolment', 'ok', 'thandi'],
      ['signIn', 'password', 'confirm', 'thandi'],
      ['signIn', 'oneTimePassword', 'noSignInToConfirm', null],
      ['twoFactor', 'reset', 'requested', 'thandi'],
      ['session', 'revoke', 'ok', 'thandi'],
    ]);
  });

  it('is an unbroken chain of the recorded entries', async () => {
    await server.audit.close();
    await expect(verifyAudit(folderSource(auditFolderIn(server.folder)))).resolves.toMatchObject({
      entries: expect.any(Number),
    });
  });
});
