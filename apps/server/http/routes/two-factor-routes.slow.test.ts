import { demoPassword } from '@openpit/market';
import { findTwoFactor, putTwoFactor } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { paths } from '@openpit/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../auth/totp.ts';
import { VirtualClock } from '../../schedule/virtual-clock.ts';
import { type Response, type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

const stepMs = 30_000;
const minuteMs = 60_000;
const thandi = 'thandi@kand.example';
const proxy = '10.1.2.3';

let server: ServerInAFolder;
let clock: VirtualClock;
let places = 0;
/** An address without any sign-in. */
let from: string;
beforeAll(async () => {
  clock = new VirtualClock(epochMs(1_795_000_000_000));
  server = await serverInAFolder({ trustedProxies: [proxy], clock });
});
afterAll(() => server.close());
beforeEach(() => {
  places += 1;
  from = `198.51.100.${places}`;
  // The limits of the tests before are over.
  clock.advance(60 * minuteMs);
});

interface AskOptions {
  readonly cookies?: string;
  readonly token?: string;
}
const ask = (url: string, payload: object | null, { cookies = '', token = '' }: AskOptions = {}) =>
  server.call({
    method: payload === null ? 'GET' : 'POST',
    url,
    ...(payload === null ? {} : { payload }),
    headers: { 'x-forwarded-for': from, ...(cookies === '' ? {} : { cookie: cookies }) },
    remoteAddress: proxy,
    ...(token === '' ? {} : { token }),
  });
const tokenIn = ({ body }: Response): string => (body as { readonly token: string }).token;
const cookieIn = ({ headers }: Response): string => String(headers['set-cookie']).split(';')[0] ?? '';
const login = (email: string, password = demoPassword) => ask(paths.login, { email, password });
const confirm = (otp: string, cookies: string) =>
  ask(`${paths.twoFactorConfirmation}?otp=${otp}`, null, { cookies });
const reset = (email: string, more: object = {}) =>
  ask(paths.twoFactorReset, { email, password: demoPassword, ...more });

async function secretOf(userId: string): Promise<Buffer> {
  const stored = await findTwoFactor(server.db, userId);
  return Buffer.from(stored?.secret ?? '', 'base64url');
}
const codeOf = async (userId: string): Promise<string> =>
  codeOfStep(await secretOf(userId), stepAt(clock.now()));
/** Six digits that are not the code. */
const wrongOf = async (userId: string): Promise<string> =>
  String((Number(await codeOf(userId)) + 1) % 1_000_000).padStart(6, '0');

/** Switches two-factor on, unless it is. Returns the recovery codes. */
async function enrolled(userId: string, email: string): Promise<readonly string[]> {
  const token = tokenIn(await login(email));
  expect(await ask(paths.twoFactorEnrol, { password: demoPassword }, { token })).toMatchObject({
    status: 200,
  });
  const reply = await ask(paths.twoFactorConfirmEnrolment, { otp: await codeOf(userId) }, { token });
  expect(reply.status).toBe(200);
  clock.advance(stepMs);
  return (reply.body as { readonly recoveryCodes: readonly string[] }).recoveryCodes;
}

/** Switches it off again, so that each test begins without. */
async function withRecoveryCode(email: string, recoveryCode = ''): Promise<void> {
  expect(await reset(email, { recoveryCode })).toMatchObject({ status: 200 });
}

describe('switching two-factor on', () => {
  it('[AUTH-2] asks for the password, and is on only after the first code', async () => {
    const token = tokenIn(await login(thandi));
    const enrol = (password: string) => ask(paths.twoFactorEnrol, { password }, { token });
    expect(await enrol('wrong')).toMatchObject({
      status: 400,
      body: { errors: { password: ['This is not your password.'] } },
    });
    const confirmed = (otp: string) => ask(paths.twoFactorConfirmEnrolment, { otp }, { token });
    expect(await confirmed('123456')).toMatchObject({ status: 409, body: { code: 'noEnrolment' } });
    const { body } = await enrol(demoPassword);
    const { secret, uri } = body as { readonly secret: string; readonly uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(await confirmed(await wrongOf('thandi'))).toMatchObject({
      status: 400,
      body: { errors: { otp: [expect.any(String)] } },
    });
    expect((await login(thandi)).body).toHaveProperty('token');
    const other = tokenIn(await login(thandi));
    const reply = await confirmed(await codeOf('thandi'));
    const { recoveryCodes } = reply.body as { readonly recoveryCodes: readonly string[] };
    expect(recoveryCodes).toHaveLength(10);
    expect((await server.get(paths.getHqAccess, token)).body).toMatchObject({ twoFactorEnabled: true });
    expect((await server.get(paths.getHqAccess, other)).status).toBe(401);
    expect(await enrol(demoPassword)).toMatchObject({ status: 409, body: { code: 'twoFactorIsOn' } });
    const stored = JSON.stringify(await server.db.selectFrom('recoveryCode').selectAll().execute());
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    await withRecoveryCode(thandi, recoveryCodes[3]);
  });
});

describe('signing in with two-factor', () => {
  it('[AUTH-2] [API-5] issues the token for the code, only in the browser that sent the password', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const first = await login(thandi);
    expect([first.status, first.body]).toEqual([200, { twoFactor: 'confirm' }]);
    expect(String(first.headers['set-cookie'])).toMatch(
      /^openpit-challenge=[\w-]{43}; Path=\/api\/twoFactorAuth; Max-Age=300; HttpOnly; SameSite=Strict$/,
    );
    const otp = await codeOf('thandi');
    for (const cookies of ['', 'openpit-challenge=forged'])
      expect(await confirm(otp, cookies)).toMatchObject({ status: 401, body: { code: 'noSignInToConfirm' } });
    const second = await confirm(otp, cookieIn(first));
    expect(second.status).toBe(200);
    expect((await server.get(paths.getHqAccess, tokenIn(second))).status).toBe(200);
    expect(await confirm(otp, cookieIn(first))).toMatchObject({ status: 401 });
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('[AUTH-2] accepts a code once, even if it is sent twice at the same time, and for one step more than its own', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const cookies = [cookieIn(await login(thandi)), cookieIn(await login(thandi))];
    const otp = await codeOf('thandi');
    const both = await Promise.all(cookies.map((cookie) => confirm(otp, cookie)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const later = cookieIn(await login(thandi));
    const old = await codeOf('thandi');
    clock.advance(stepMs);
    expect(await confirm(old, later)).toMatchObject({ status: 401, body: { code: 'wrongCode' } });
    const secret = await secretOf('thandi');
    const next = codeOfStep(secret, stepAt(clock.now()) + 1);
    expect(await confirm(next, later)).toMatchObject({ status: 401, body: { code: 'wrongCode' } });
    const late = await codeOf('thandi');
    clock.advance(stepMs);
    expect((await confirm(late, later)).status).toBe(200);
    const repeated = await confirm(late, cookieIn(await login(thandi)));
    expect(repeated).toMatchObject({ status: 401, body: { code: 'wrongCode' } });
    clock.advance(2 * stepMs);
    const tooLate = await codeOf('thandi');
    clock.advance(2 * stepMs);
    expect((await confirm(tooLate, cookieIn(await login(thandi)))).status).toBe(401);
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('[AUTH-2] pauses for a quarter of an hour after five wrong codes, and makes the password step void', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const cookies = cookieIn(await login(thandi));
    const wrong = await wrongOf('thandi');
    for (let at = 0; at < 5; at += 1) expect((await confirm(wrong, cookies)).status).toBe(401);
    expect(await confirm(await codeOf('thandi'), cookies)).toMatchObject({
      status: 401,
      body: { code: 'noSignInToConfirm' },
    });
    const again = cookieIn(await login(thandi));
    const paused = await confirm(await codeOf('thandi'), again);
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '900']);
    clock.advance(15 * minuteMs);
    expect((await confirm(await codeOf('thandi'), cookieIn(await login(thandi)))).status).toBe(200);
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('[AUTH-2] forgets the password step after five minutes', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const cookies = cookieIn(await login(thandi));
    clock.advance(5 * minuteMs);
    expect(await confirm(await codeOf('thandi'), cookies)).toMatchObject({ status: 401 });
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('[AUTH-2] accepts no code after a hundred wrong ones in a row, until a recovery code switches it off', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const stored = await findTwoFactor(server.db, 'thandi');
    if (stored === undefined) throw new Error('Two-factor is not stored.');
    await putTwoFactor(server.db, { ...stored, failures: 99 });
    const cookies = cookieIn(await login(thandi));
    expect((await confirm(await wrongOf('thandi'), cookies)).status).toBe(401);
    clock.advance(60 * minuteMs);
    const later = cookieIn(await login(thandi));
    expect(await confirm(await codeOf('thandi'), later)).toMatchObject({
      status: 403,
      body: { code: 'recoveryCodeOnly' },
    });
    await withRecoveryCode(thandi, recoveryCode);
    expect((await login(thandi)).body).toHaveProperty('token');
  });

  it('resets the count of wrong passwords by the code, not by the password alone', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const passwordsUntilWait = async (): Promise<number> => {
      for (let at = 1; at <= 6; at += 1) if ((await login(thandi, 'wrong')).status === 429) return at;
      return 7;
    };
    for (let at = 0; at < 4; at += 1) await login(thandi, 'wrong');
    expect((await login(thandi)).body).toEqual({ twoFactor: 'confirm' });
    expect(await passwordsUntilWait()).toBe(2);
    clock.advance(minuteMs);
    expect((await confirm(await codeOf('thandi'), cookieIn(await login(thandi)))).status).toBe(200);
    expect(await passwordsUntilWait()).toBe(6);
    clock.advance(60 * minuteMs);
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('does not let a browser that is known by its first sign-in skip the code', async () => {
    const known = cookieIn(await login(thandi));
    const [recoveryCode] = await enrolled('thandi', thandi);
    const reply = await ask(paths.login, { email: thandi, password: demoPassword }, { cookies: known });
    expect(reply.body).toEqual({ twoFactor: 'confirm' });
    await withRecoveryCode(thandi, recoveryCode);
  });
});

describe('switching two-factor off', () => {
  it('[AUTH-3] needs the password and a recovery code, which is used up with all others, and ends all sessions', async () => {
    const [first = '', second = ''] = await enrolled('thandi', thandi);
    const token = tokenIn(await confirm(await codeOf('thandi'), cookieIn(await login(thandi))));
    for (const wrong of [{ recoveryCode: 'AAAA-AAAA' }, { recoveryCode: first, password: 'wrong' }])
      expect(await reset(thandi, wrong)).toMatchObject({ status: 401, body: { code: 'wrongRecoveryCode' } });
    expect((await login(thandi)).body).toEqual({ twoFactor: 'confirm' });
    // As people type it.
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect(await reset(thandi, { recoveryCode: typed })).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Two-factor is off') },
    });
    expect((await server.get(paths.getHqAccess, token)).status).toBe(401);
    expect((await login(thandi)).body).toHaveProperty('token');
    for (const used of [first, second])
      expect(await reset(thandi, { recoveryCode: used })).toMatchObject({ status: 401 });
  });

  it('[AUTH-3] does nothing by the password alone, and its answer does not reveal which part is correct', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const replies = [
      await reset(thandi),
      await reset(thandi, { password: 'wrong' }),
      await reset('nobody@kand.example'),
    ];
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, replies[0]?.body]);
    expect((await login(thandi)).body).toEqual({ twoFactor: 'confirm' });
    await withRecoveryCode(thandi, recoveryCode);
  });

  it('[AUTH-3] accepts a code that the operator has approved, for one day and one use', async () => {
    await enrolled('thandi', thandi);
    const { twoFactor } = server.signIns;
    expect(await twoFactor.approveReset('thandi')).toBeNull();
    await reset(thandi);
    const late = (await twoFactor.approveReset('thandi')) ?? '';
    clock.advance(24 * 60 * minuteMs);
    expect((await reset(thandi, { recoveryCode: late })).status).toBe(401);
    await reset(thandi);
    const approved = (await twoFactor.approveReset('thandi')) ?? '';
    expect((await reset(thandi, { recoveryCode: approved })).status).toBe(200);
    expect((await reset(thandi, { recoveryCode: approved })).status).toBe(401);
  });

  it('[AUTH-3] is limited like signing in, and a recovery code opens an account that is closed to unknown browsers', async () => {
    const [recoveryCode] = await enrolled('thandi', thandi);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await reset(thandi, { recoveryCode: 'AAAA' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    clock.advance(60 * minuteMs);
    await server.db.updateTable('signInCount').set({ failures: 100 }).where('isOfUser', '=', 1).execute();
    expect(await login(thandi)).toMatchObject({ status: 403, body: { code: 'knownBrowsersOnly' } });
    await withRecoveryCode(thandi, recoveryCode);
    expect((await login(thandi)).status).toBe(200);
  });
});
