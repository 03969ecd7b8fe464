import { demoPassword } from '@openpit/market';
import { paths } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

const email = 'thandi@kand.example';
const newPassword = 'yellow sorghum at dawn';

let server: ServerInAFolder;
beforeAll(async () => {
  server = await serverInAFolder();
});
afterAll(() => server.close());

const change = (body: object, token: string) => server.post(paths.changePassword, body, token);
const login = async (password: string) => (await server.post(paths.login, { email, password })).status;
const account = async (token: string) => (await server.get(paths.getHqAccess, token)).status;

describe('changing the password', () => {
  it('needs the old one, and changes nothing without it', async () => {
    const token = await server.signIn(email);
    const reply = await change({ password: 'not the old one', newPassword }, token);
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: { password: ['This is not your password.'] } },
    });
    expect([await login(newPassword), await login(demoPassword)]).toEqual([401, 200]);
  });

  it.each([
    ['is too short', 'fourteen chars', 'at least 15'],
    ['has 257 characters', `${'🌽'.repeat(256)}a`, 'at most 256 characters'],
    ['has 513 characters', 'a'.repeat(513), 'at most 256 characters'],
    ['contains the name of the member', 'a kandelabra of maize', '"kand"'],
  ])('rejects a new one that %s, before it compares the old one', async (_why, bad, sentence) => {
    const token = await server.signIn(email);
    const { status, body } = await change({ password: 'not the old one', newPassword: bad }, token);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ errors: { newPassword: [expect.stringContaining(sentence)] } }),
    ]);
  });

  it('ends all other sessions of the user, and none of other users', async () => {
    const [own, other] = [await server.signIn(email), await server.signIn(email)];
    const pieter = await server.signIn('pieter@veld.example');
    const ended: string[] = [];
    const stop = server.sessions.onEnded((sessionId) => ended.push(sessionId));
    const reply = await change({ password: demoPassword, newPassword }, own);
    stop();
    expect(reply).toMatchObject({ status: 200, body: { changed: true } });
    expect([await account(own), await account(other), await account(pieter)]).toEqual([200, 401, 200]);
    expect(ended.length).toBeGreaterThan(0);
    expect([await login(demoPassword), await login(newPassword)]).toEqual([401, 200]);
  });

  it('is limited like signing in, but sign-ins are counted separately', async () => {
    const token = await server.signIn('lerato@karo.example');
    const wrong = { password: 'not the old one', newPassword };
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await change(wrong, token)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const signedIn = await server.post(paths.login, { email: 'lerato@karo.example', password: demoPassword });
    expect(signedIn.status).toBe(200);
  });

  it('accepts 256 characters of any kind, and 15 of them', async () => {
    const pieter = 'pieter@veld.example';
    let password: string = demoPassword;
    for (const next of ['🌽'.repeat(256), '🌽'.repeat(15)]) {
      const { body } = await server.post(paths.login, { email: pieter, password });
      const { token } = body as { readonly token: string };
      expect((await change({ password, newPassword: next }, token)).status).toBe(200);
      password = next;
    }
    expect((await server.post(paths.login, { email: pieter, password })).status).toBe(200);
  });
});
