import { permissionFlags } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
let pieter: string;
let lerato: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
  pieter = await server.signIn('pieter@veld.example');
  lerato = await server.signIn('lerato@karo.example');
});
afterAll(() => server.close());

interface Stored {
  readonly _id: string;
  readonly userId: string;
  readonly userPreferenceJson: string;
}
const read = (token: string) => server.get('/api/UserSettings/GetUserPreference', token);
const update = (id: string, jsonString: string, token: string) =>
  server.post('/api/UserSettings/UpdateUserPreference', { id, jsonString }, token);
const remove = (userId: string, token: string) =>
  server.get(`/api/UserSettings/DeleteUserPreferenceByUserId?userId=${userId}`, token);
let requests = 0;
const insert = (qty: number) => {
  requests += 1;
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, price: 4000, capacity: 'P', principal: 'KAND' };
  return server.post('/api/Orders/InsertOrder', { requestId: `p-${requests}`, ...order, qty }, thandi);
};

describe('preferences', () => {
  it('are also updated under the name of the field that creates them, and are given once', async () => {
    const { _id, userPreferenceJson } = (await read(lerato)).body as Stored;
    const save = (body: object) =>
      server.post('/api/UserSettings/UpdateUserPreference', { id: _id, ...body }, lerato);
    const saved = (await save({ userPreferenceJson })).body as Stored;
    expect(JSON.parse(saved.userPreferenceJson)).toEqual(JSON.parse(userPreferenceJson));
    expect(await save({ userPreferenceJson: '{' })).toMatchObject({
      status: 400,
      body: { errors: { userPreferenceJson: [expect.any(String)] } },
    });
    for (const body of [{}, { userPreferenceJson, jsonString: userPreferenceJson }])
      expect(await save(body)).toMatchObject({
        status: 400,
        body: { errors: { jsonString: ['Give the document once, as jsonString or as userPreferenceJson.'] } },
      });
  });

  it('[PREF-5] contain the flags of the market, even if a client writes other flags', async () => {
    const { _id, userPreferenceJson } = (await read(thandi)).body as Stored;
    const document = JSON.parse(userPreferenceJson);
    expect(Object.values(document.flags).every((flag) => flag === true)).toBe(true);
    expect(Object.keys(document.flags)).toHaveLength(permissionFlags.length);
    expect(document.defaults).toMatchObject({ maxOrderQuantity: 500, defaultOrderQuantity: 10 });
    const changed = {
      ...document,
      flags: { splitDeal: false },
      defaults: { ...document.defaults, maxOrderQuantity: 50 },
    };
    const updated = (await update(_id, JSON.stringify(changed), thandi)).body as Stored;
    expect(JSON.parse(updated.userPreferenceJson).flags.splitDeal).toBe(true);
    expect((await insert(51)).body).toMatchObject({ code: 'quantityAboveLimit' });
    await update(_id, userPreferenceJson, thandi);
    expect((await insert(51)).status).toBe(200);
  });

  it('[PREF-1] have every flag false for a user without permissions', async () => {
    const { flags } = JSON.parse(((await read(lerato)).body as Stored).userPreferenceJson);
    expect(Object.values(flags)).toEqual(permissionFlags.map(() => false));
  });

  it('[PREF-6] are 404 when there are none, are created once, and belong to their user', async () => {
    const { userId } = (await server.get('/api/authenticate/getHQAccess', lerato)).body as Stored;
    expect((await remove(userId, lerato)).body).toEqual({ deleted: true });
    expect((await read(lerato)).status).toBe(404);
    const userPreferenceJson = JSON.stringify({
      flags: { splitDeal: true },
      defaults: { trade_form_location: 'button' },
    });
    const body = { userId: 'somebody else', userPreferenceJson };
    const create = () => server.post('/api/UserSettings/CreateUserPreference', body, lerato);
    const created = await create();
    expect(created.body).toMatchObject({ userId });
    const stored = created.body as Stored;
    const { flags, defaults } = JSON.parse(stored.userPreferenceJson);
    expect([flags.splitDeal, defaults.trade_form_location]).toEqual([false, 'button']);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'alreadyThere' } });
    expect(await update(stored._id, '{}', thandi)).toMatchObject({
      status: 404,
      body: { message: 'Your preferences have another id. Read them again, then save.' },
    });
    expect(await remove(userId, thandi)).toMatchObject({
      status: 404,
      body: { message: 'You can delete your own preferences only. Give your own user id.' },
    });
  });

  it('are saved only over the version that was read, when the save names one', async () => {
    type Versioned = Stored & { readonly version: string };
    const { _id, userPreferenceJson, version } = (await read(thandi)).body as Versioned;
    const document = JSON.parse(userPreferenceJson);
    const save = (maxOrderQuantity: number, from?: string) =>
      server.post(
        '/api/UserSettings/UpdateUserPreference',
        {
          id: _id,
          jsonString: JSON.stringify({ ...document, defaults: { ...document.defaults, maxOrderQuantity } }),
          ...(from !== undefined && { version: from }),
        },
        thandi,
      );
    const replies = await Promise.all([save(60, version), save(70, version)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect(replies[1]?.body).toMatchObject({ code: 'preferencesChanged' });
    // Neither the document nor the market's part of it.
    const { ownMaxLots } = server.view.rights.of('thandi') ?? {};
    expect(ownMaxLots).toBe(60);
    const now = (await read(thandi)).body as Versioned;
    expect(replies[0]?.body).toMatchObject({ version: now.version });
    expect(JSON.parse(now.userPreferenceJson).defaults.maxOrderQuantity).toBe(60);
    expect((await save(70, now.version)).status).toBe(200);
    // As the specified call does it.
    expect((await save(document.defaults.maxOrderQuantity)).status).toBe(200);
    expect((await save(80, 'x'.repeat(300))).status).toBe(400);
  });

  it('are rejected with the path inside a wrong document', async () => {
    const { _id } = (await read(pieter)).body as Stored;
    expect((await update(_id, '{', pieter)).body).toMatchObject({
      errors: { jsonString: [expect.stringContaining('not JSON')] },
    });
    expect((await update(_id, '[]', pieter)).status).toBe(400);
    expect((await update(_id, '{"defaults":{"maxOrderQuantity":0}}', pieter)).body).toMatchObject({
      errors: { 'jsonString.defaults.maxOrderQuantity': ['must be at least 1'] },
    });
  });

  it('send the time-out and the suspension on disconnect to the market', async () => {
    const { _id, userPreferenceJson } = (await read(thandi)).body as Stored;
    const document = JSON.parse(userPreferenceJson) as { defaults: object };
    const write = (defaults: object) =>
      update(_id, JSON.stringify({ ...document, defaults: { ...document.defaults, ...defaults } }), thandi);
    expect((await write({ timeout: 90, suspendOnDisconnect: true })).status).toBe(200);
    const { rights } = server.view;
    expect(rights.of('thandi')).toMatchObject({ timeOutSeconds: 90, suspendsOnDisconnect: true });
    expect(rights.of('pieter')).toMatchObject({ timeOutSeconds: 0, suspendsOnDisconnect: false });
    expect((await write({ timeout: 100_000 })).status).toBe(400);
    await write({ timeout: 0, suspendOnDisconnect: false });
    expect(rights.of('thandi')).toMatchObject({ timeOutSeconds: 0, suspendsOnDisconnect: false });
  });
});
