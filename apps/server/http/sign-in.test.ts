import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
});
afterAll(() => server.close());

const account = (token?: string) => server.get('/api/authenticate/getHQAccess', token);
const login = (body: object) => server.post('/api/authenticate/login', body);

describe('signing in', () => {
  it('[AUTH-1] returns a token that is accepted, and the account to which it belongs', async () => {
    const { status, body } = await account(thandi);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: 'thandi',
      userName: 'Thandi Nkosi',
      memberCode: 'KAND',
      memberName: 'Kandelaar Grain Brokers',
      dealerCode: 'THN',
      branch: 'Johannesburg',
      twoFactorEnabled: false,
    });
    const codes = (body as { clients: { code: string }[] }).clients.map(({ code }) => code);
    expect(codes).toContain('9996S');
    expect(codes).not.toContain('8001V');
  });

  it('[AUTH-1] returns a token with an exp and a claim whose key contains name', () => {
    const payload = JSON.parse(Buffer.from(thandi.split('.')[1] ?? '', 'base64url').toString());
    expect(payload.name).toBe('Thandi Nkosi');
    expect(payload.exp * 1000).toBeGreaterThan(Date.now());
  });

  it('rejects a wrong password and an unknown address with the same sentence', async () => {
    const wrong = await login({ email: 'thandi@kand.example', password: 'x' });
    const unknown = await login({ email: 'nobody@kand.example', password: 'x' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({ status: 401, code: 'wrongCredentials' });
  });

  it('names each wrong field of the body', async () => {
    const { status, body } = await login({ email: 7, extra: true });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      status: 400,
      errors: {
        email: ['Give your e-mail address.'],
        password: ['Give your password.'],
        extra: ['There is no such field.'],
      },
    });
  });

  it('[AUTH-8] rejects calls without a token, with a forged one, with one in the query, and after signing out', async () => {
    const token = await server.signIn('thandi@kand.example');
    const [head, payload] = token.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const forged of [undefined, 'x', `${head}.${payload}.AAAA`, none])
      expect((await account(forged)).status).toBe(401);
    expect((await server.get(`/api/authenticate/getHQAccess?access_token=${token}`)).status).toBe(401);
    expect((await account(token)).status).toBe(200);
    await server.post('/api/authenticate/logout', {}, token);
    expect((await account(token)).status).toBe(401);
    expect((await account(thandi)).status).toBe(200);
  });

  it('is limited per minute and account, and says how long to wait', async () => {
    const attempt = () => login({ email: 'mpho@miel.example', password: 'x' });
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await attempt()).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    const { status, headers, body } = await attempt();
    expect([status, statuses[20]]).toEqual([429, 429]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ code: 'tooManyAttempts' });
  });

  it('is closed to the demonstration users where the server listens to other machines without --demo', async () => {
    const closed = await serverInAFolder({ demoLogins: false });
    const reply = await closed.post('/api/authenticate/login', {
      email: 'thandi@kand.example',
      password: 'maize-and-wheat',
    });
    expect(reply).toMatchObject({ status: 403, body: { code: 'demoLoginsClosed' } });
    await closed.close();
  });
});
