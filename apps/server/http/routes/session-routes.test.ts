import { demoPassword } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { paths, type SessionsReply, userReads } from '@openpit/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../schedule/virtual-clock.ts';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

const minuteMs = 60_000;
const thandi = 'thandi@kand.example';

let server: ServerInAFolder;
let clock: VirtualClock;
beforeAll(async () => {
  clock = new VirtualClock(epochMs(1_795_000_000_000));
  server = await serverInAFolder({ clock, inactivityMs: 30 * minuteMs });
});
afterAll(() => server.close());
beforeEach(() => server.sessions.endAllOf('thandi', 'byOperator'));

const list = async (token: string) => (await server.get(paths.sessions, token)).body as SessionsReply;
const revoke = (sessionId: string, token: string, password = demoPassword) =>
  server.post(paths.revokeSession, { password, sessionId }, token);
const isOpen = async (token: string) => (await server.get(paths.getHqAccess, token)).status === 200;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('the sessions of a user', () => {
  it('[AUTH-1] are named by the claim jti of their tokens, which have only the claims of the requirement', async () => {
    const token = await server.signIn(thandi);
    const claims = claimsOf(token);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'name', 'sub']);
    const { sessions } = await list(token);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([claims.jti]);
  });

  it('are listed with place and times, newest first, without other users’ sessions', async () => {
    await server.signIn('pieter@veld.example');
    const first = await server.signIn(thandi);
    const beganAt = clock.now();
    clock.advance(minuteMs);
    const { body } = await server.call({
      method: 'POST',
      url: paths.login,
      payload: { email: thandi, password: demoPassword },
      headers: { 'user-agent': 'A browser' },
      remoteAddress: '192.0.2.7',
    });
    const second = (body as { readonly token: string }).token;
    clock.advance(minuteMs);
    await server.get(userReads.getPrices.path, first);
    clock.advance(minuteMs);
    expect(await list(second)).toEqual({
      userId: 'thandi',
      sessions: [
        {
          sessionId: claimsOf(second).jti,
          beganAt: beganAt + minuteMs,
          lastUsedAt: beganAt + 3 * minuteMs,
          expiresAt: beganAt + minuteMs + 12 * 60 * minuteMs,
          address: '192.0.2.7',
          browser: 'A browser',
          isThis: true,
        },
        expect.objectContaining({ beganAt, lastUsedAt: beganAt + 2 * minuteMs, isThis: false }),
      ],
    });
  });

  it('end one at a time or all together, with the password, and never for another user', async () => {
    const [own, other, third] = [
      await server.signIn(thandi),
      await server.signIn(thandi),
      await server.signIn(thandi),
    ];
    const pieter = await server.signIn('pieter@veld.example');
    expect(await revoke(String(claimsOf(other).jti), own, 'wrong')).toMatchObject({
      status: 400,
      body: { errors: { password: ['This is not your password.'] } },
    });
    expect(await isOpen(other)).toBe(true);
    const foreign = await revoke(String(claimsOf(pieter).jti), own);
    const absent = await revoke('of-nobody', own);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect([absent.status, await isOpen(pieter)]).toEqual([404, true]);
    expect(await revoke(String(claimsOf(other).jti), own)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect([await isOpen(own), await isOpen(other), await isOpen(third)]).toEqual([true, false, true]);
    expect(await revoke('all', own)).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await isOpen(own), await isOpen(third), await isOpen(pieter)]).toEqual([false, false, true]);
  });
});

describe('a session without a call', () => {
  it('ends after the limit, counted from the last call', async () => {
    const token = await server.signIn(thandi);
    clock.advance(29 * minuteMs);
    expect(await isOpen(token)).toBe(true);
    clock.advance(29 * minuteMs);
    expect(await isOpen(token)).toBe(true);
    clock.advance(30 * minuteMs);
    expect(await isOpen(token)).toBe(false);
    // The session has ended: a smaller age of the clock would not bring it back.
    expect(await server.sessions.openOf('thandi')).toEqual([]);
  });

  it('ends within a second even if nothing requests it, so that the hub closes', async () => {
    const stop = server.sessions.keepUses((error) => expect.fail(String(error)));
    const ended: string[] = [];
    const stopListening = server.sessions.onEnded((sessionId) => ended.push(sessionId));
    const token = await server.signIn(thandi);
    const { jti } = claimsOf(token);
    clock.advance(30 * minuteMs - 1_000);
    await stop();
    expect(ended).not.toContain(jti);
    const stopAgain = server.sessions.keepUses((error) => expect.fail(String(error)));
    clock.advance(2_000);
    await stopAgain();
    expect(ended).toContain(jti);
    stopListening();
  });
});
