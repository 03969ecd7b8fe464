import { demoPassword, demoUsers } from '@openpit/market';
import { updateUser } from '@openpit/storage';
import { paths } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Passwords } from '../../auth/passwords.ts';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
beforeAll(async () => {
  server = await serverInAFolder();
});
afterAll(() => server.close());

interface Sender {
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
}

const host = 'localhost:4173';
const page = { host, origin: `http://${host}` };

const signIn = ({ headers = page, remoteAddress = '127.0.0.1' }: Sender = {}, userId = 'thandi') =>
  server.call({ method: 'POST', url: paths.demoLogin, headers, remoteAddress, payload: { userId } });

const offered = async ({ headers = { host }, remoteAddress = '127.0.0.1' }: Sender = {}) => {
  const { body } = await server.call({ url: paths.getClientSettings, headers, remoteAddress });
  return (body as { demoUsers: { userId: string }[] }).demoUsers;
};

describe('signing in to a demonstration with one click', () => {
  it('is offered to a browser on this machine, without the password', async () => {
    const users = await offered();
    expect(users).toEqual(
      demoUsers.map(({ userId, displayName, about }) => ({ userId, name: displayName, about })),
    );
    expect(JSON.stringify(users)).not.toContain(demoPassword);
    const { status, body } = await signIn();
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect((await server.get(paths.getHqAccess, token)).body).toMatchObject({ userId: 'thandi' });
  });

  it.each<[string, Sender]>([
    ['from another machine', { remoteAddress: '192.0.2.7' }],
    [
      'under another name of this machine',
      { headers: { host: 'evil.example', origin: 'http://evil.example' } },
    ],
    ['from a page of another site', { headers: { host, origin: 'http://evil.example' } }],
    ['from a page of another port', { headers: { host, origin: 'http://localhost:9' } }],
    ['from a page without an address', { headers: { host, origin: 'null' } }],
    ['behind a proxy', { headers: { ...page, 'x-forwarded-for': '127.0.0.1' } }],
    ['behind a proxy of the standard', { headers: { ...page, forwarded: 'for=127.0.0.1' } }],
  ])('is not offered %s', async (_name, sender) => {
    expect(await offered(sender)).toEqual([]);
    expect((await signIn(sender)).body).toMatchObject({ status: 403, code: 'demoLoginNotOffered' });
  });

  it('needs the origin of the page', async () => {
    expect((await signIn({ headers: { host } })).status).toBe(403);
  });

  it('is for users of the demonstration only', async () => {
    expect((await signIn({}, 'sim-maker')).status).toBe(403);
    expect((await signIn({}, 'nobody')).status).toBe(403);
  });

  it('does not work for a user whose password was changed', async () => {
    await updateUser(server.db, 'pieter', { passwordHash: await new Passwords().hash('their own') });
    expect((await signIn({}, 'pieter')).body).toMatchObject({ status: 401, code: 'demoPasswordChanged' });
  });

  it('is not offered where the demonstration users may not sign in', async () => {
    const closed = await serverInAFolder({ demoLogins: false });
    const { body } = await closed.call({ url: paths.getClientSettings, headers: { host } });
    expect(body).toMatchObject({ demoUsers: [] });
    await closed.close();
  });
});

it('the settings of browsers have the phases of the exchange day before anyone has signed in', async () => {
  const { body } = await server.get(paths.getClientSettings);
  const { exchangeDay } = body as { exchangeDay: { groups: { group: string }[] } };
  expect(exchangeDay).toMatchObject({ serverTime: expect.any(Number) });
  expect(exchangeDay.groups.map(({ group }) => group)).toContain('other');
});
