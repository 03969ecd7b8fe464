// The operator's commands about logins: their effects, and the rule that no password or code is anywhere but in the reply.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { paths } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../auth/totp.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
beforeAll(async () => {
  server = await serverInAFolder({ clock: new VirtualClock(epochMs(1_795_000_000_000)) });
});
afterAll(() => server.close());

const johan = {
  action: 'user-create',
  userId: 'johan',
  email: 'Johan@kand.example',
  member: 'KAND',
  dealer: 'JVM',
  name: 'Johan van der Merwe',
};
const login = (email: string, password: string) => server.post(paths.login, { email, password });
const statusOf = async (email: string, password: string) => (await login(email, password)).status;
const isOpen = async (token: string) => (await server.get(paths.getHqAccess, token)).status === 200;
/** The password or code in a sentence of the command line. */
const secretIn = (sentence: string): string =>
  / now: (\S+)|hours: (\S+)/.exec(sentence)?.slice(1).join('') ?? '';

/** Whether a file of the data folder contains a text, in UTF-8 or UTF-16. */
async function isStored(text: string): Promise<boolean> {
  const files = await readdir(server.folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((file) => file.isFile())) {
    // A database removes its rollback file when it has committed.
    const bytes = await readFile(join(file.parentPath, file.name)).catch((error: { code?: string }) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) return true;
  }
  return false;
}

describe('the operator', () => {
  it('issues a sign-in code that lets a new browser sign in while others try passwords', async () => {
    const email = 'pieter@veld.example';
    const wrong = (at: number, payload: object) =>
      server.call({ method: 'POST', url: paths.login, payload, remoteAddress: `203.0.113.${at}` });
    for (let at = 0; at < 8; at += 1) await wrong(at, { email, password: 'x' });
    const issued = await server.operate({ action: 'user-sign-in-code', user: email });
    const signInCode = secretIn(issued.sentence.replace('passwords: ', 'now: '));
    expect(signInCode).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    for (let at = 0; at < 8; at += 1) await wrong(at, { email, password: 'x' });
    const limited = await login(email, demoPassword);
    expect(limited).toMatchObject({ status: 429, body: { code: 'tooManyAttempts' } });
    const send = (code: string) =>
      server.post(paths.login, { email, password: demoPassword, signInCode: code });
    const rejected = await send('AAAA-BBBB');
    expect(rejected).toMatchObject({ status: 401, body: { code: 'wrongSignInCode' } });
    expect(await isStored(signInCode)).toBe(false);
    expect(await send(signInCode)).toMatchObject({ status: 200 });
    expect(await send(signInCode)).toMatchObject({ status: 401 });
  });

  it('creates a user who signs in with the printed password and has no permissions', async () => {
    const { status, sentence } = await server.operate(johan);
    expect(status).toBe(200);
    const password = secretIn(sentence);
    expect(password).toMatch(/^([a-z2-7]{4}-){4}[a-z2-7]{4}$/);
    const reply = await login('johan@kand.example', password);
    expect(reply.status).toBe(200);
    const { token } = reply.body as { readonly token: string };
    expect((await server.get(paths.getHqAccess, token)).body).toMatchObject({
      userId: 'johan',
      userName: 'Johan van der Merwe',
      memberCode: 'KAND',
      dealerCode: 'JVM',
    });
    expect((await server.operate({ action: 'users' })).sentence).toMatch(
      /johan +KAND\/JVM +johan@kand.example +no permissions/,
    );
    expect(await isStored('johan@kand.example')).toBe(true);
    expect(await isStored(password)).toBe(false);
  });

  it.each([
    [{ ...johan }, 'already has a login'],
    [{ ...johan, userId: 'johan-2' }, 'Another user already signs in with Johan@kand.example'],
    [
      { ...johan, userId: 'zanele', email: 'z@veld.example', dealer: 'XXX' },
      'Member KAND has no dealer XXX.',
    ],
    [
      { ...johan, userId: 'sim-maker', email: 'sim@kand.example' },
      'The market knows sim-maker as dealer MM1 of OPMM.',
    ],
  ])('creates no user for %o', async (request, sentence) => {
    const before = server.view.rights.all().length;
    expect(await server.operate(request)).toMatchObject({
      status: 422,
      message: expect.stringContaining(sentence),
    });
    expect(server.view.rights.all()).toHaveLength(before);
  });

  it('disables a user, which ends the sessions, and enables the user again', async () => {
    const token = await server.signIn('thandi@kand.example');
    expect((await server.operate({ action: 'user-disable', user: 'thandi@kand.example' })).sentence).toBe(
      'thandi can no longer sign in. Sessions ended: 1.',
    );
    expect(await isOpen(token)).toBe(false);
    expect(await login('thandi@kand.example', demoPassword)).toMatchObject({
      status: 403,
      body: { code: 'accountDisabled' },
    });
    expect((await server.operate({ action: 'users' })).sentence).toContain('thandi@kand.example (disabled)');
    await server.operate({ action: 'user-enable', user: 'thandi' });
    expect(await isOpen(token)).toBe(false);
    expect(await statusOf('thandi@kand.example', demoPassword)).toBe(200);
  });

  it('lists and ends the sessions of a user', async () => {
    expect((await server.operate({ action: 'user-sessions', user: 'lerato' })).sentence).toBe(
      'lerato has no open session.',
    );
    const token = await server.signIn('lerato@karo.example');
    expect((await server.operate({ action: 'user-sessions', user: 'lerato' })).sentence).toMatch(
      /^since \d{4}-\d\d-\d\dT\d\d:\d\dZ, last used \d{4}-\d\d-\d\dT\d\d:\d\dZ, from 127.0.0.1: lightMyRequest$/,
    );
    expect((await server.operate({ action: 'user-end-sessions', user: 'lerato' })).sentence).toBe(
      'Sessions of lerato ended: 1.',
    );
    expect(await isOpen(token)).toBe(false);
  });

  it('sets another password for a user, which ends the sessions and opens a closed account', async () => {
    const email = 'lerato@karo.example';
    const token = await server.signIn(email);
    await server.db.deleteFrom('signInCount').execute();
    expect(await statusOf(email, 'wrong')).toBe(401);
    await server.db.updateTable('signInCount').set({ failures: 100 }).execute();
    expect(await statusOf(email, demoPassword)).toBe(403);
    const password = secretIn((await server.operate({ action: 'user-password', user: email })).sentence);
    expect(await isOpen(token)).toBe(false);
    expect(await isStored(password)).toBe(false);
    // The place waits on its own.
    await server.db.deleteFrom('signInCount').where('failures', '=', 100).execute();
    expect([await statusOf(email, password), await statusOf(email, demoPassword)]).toEqual([200, 401]);
  });

  it('[AUTH-3] approves a request to switch two-factor off with a code that is stored as a hash only', async () => {
    const email = 'pieter@veld.example';
    const token = await server.signIn(email);
    const approve = () => server.operate({ action: 'user-two-factor-reset', user: email });
    expect(await approve()).toMatchObject({ status: 422, message: expect.stringContaining('has not asked') });
    const { body } = await server.post(paths.twoFactorEnrol, { password: demoPassword }, token);
    const bits = [...(body as { readonly secret: string }).secret]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('');
    const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const otp = codeOfStep(secret, stepAt(server.clock.now()));
    const confirmed = await server.post(paths.twoFactorConfirmEnrolment, { otp }, token);
    expect(confirmed.status).toBe(200);
    await server.post(paths.twoFactorReset, { email, password: demoPassword });
    const recoveryCode = secretIn((await approve()).sentence);
    expect(recoveryCode).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    for (const text of [recoveryCode, recoveryCode.replaceAll('-', '')])
      expect(await isStored(text)).toBe(false);
    const reset = await server.post(paths.twoFactorReset, { email, password: demoPassword, recoveryCode });
    expect([reset.status, (await login(email, demoPassword)).body]).toEqual([
      200,
      { token: expect.any(String) },
    ]);
  });

  it('gets a sentence for a user without a login', async () => {
    expect(await server.operate({ action: 'user-password', user: 'sim-maker' })).toMatchObject({
      status: 422,
      message: 'The user sim-maker has no login.',
    });
  });
});
