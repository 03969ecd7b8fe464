import { createHash } from 'node:crypto';
import { putSignInCount } from '@openpit/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

const proxy = '10.1.2.3';
let server: ServerInAFolder;
let thandi: string;
beforeAll(async () => {
  server = await serverInAFolder({ trustedProxies: [proxy] });
  thandi = await server.signIn('thandi@kand.example');
});
afterAll(() => server.close());

const account = (token?: string) => server.get('/api/authenticate/getHQAccess', token);
const login = (body: object) => server.post('/api/authenticate/login', body);

describe('signing in', () => {
  it('[AUTH-1] [AUTH-9] returns a token that is accepted, and its account', async () => {
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
    expect(body).toMatchObject({
      dealers: [
        { code: 'THN', name: 'Thandi Nkosi', branch: 'Johannesburg' },
        { code: 'JVM', name: 'Johan van der Merwe', branch: 'Bothaville' },
      ],
    });
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

  it('is limited by account and place, states the time to wait, and still admits a known browser', async () => {
    const account = { email: 'pieter@veld.example', password: 'maize-and-wheat' };
    const attempt = (password: string, from: string, cookie = '') =>
      server.call({
        method: 'POST',
        url: '/api/authenticate/login',
        payload: { ...account, password },
        headers: { 'x-forwarded-for': from, ...(cookie === '' ? {} : { cookie }) },
        remoteAddress: proxy,
      });
    const first = await attempt(account.password, '198.51.100.1');
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(
      /^openpit-browser=[\w.-]+; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).not.toContain('pieter');
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await attempt('x', '198.51.100.2')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const { status, headers, body } = await attempt(account.password, '198.51.100.2');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ code: 'tooManyAttempts' });
    const [own = ''] = cookie.split(';');
    expect((await attempt(account.password, '198.51.100.2', own)).status).toBe(200);
    const forged = `${own.slice(0, -4)}AAAA`;
    for (let at = 0; at < 6; at += 1) await attempt('x', '198.51.100.3');
    expect((await attempt(account.password, '198.51.100.3', forged)).status).toBe(429);
  });

  it('is limited by address before anything counts against an account', async () => {
    const attempt = (from: string, remoteAddress: string, email: string) =>
      server.call({
        method: 'POST',
        url: '/api/authenticate/login',
        payload: { email, password: 'x' },
        headers: { 'x-forwarded-for': from },
        remoteAddress,
      });
    // Only a configured proxy may report the origin of a request.
    const statuses = await Promise.all(
      Array.from({ length: 130 }, (_, at) => attempt(`198.51.100.${at}`, '192.0.2.9', 'mpho@miel.example')),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect((await attempt('198.51.100.9', '192.0.2.9', 'other@miel.example')).status).toBe(429);
    expect((await attempt('198.51.100.9', proxy, 'other@miel.example')).status).toBe(401);
  });

  it('is closed to unknown browsers after a hundred failures, with its own reply', async () => {
    const key = createHash('sha256').update('account\nnobody@veld.example').digest('base64url');
    const count = { failures: 100, nextAt: 0, isOfUser: false, updatedAt: 0 };
    await putSignInCount(server.db, { key, ...count });
    const reply = await login({ email: 'nobody@veld.example', password: 'x' });
    expect(reply).toMatchObject({ status: 403, body: { code: 'knownBrowsersOnly' } });
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
