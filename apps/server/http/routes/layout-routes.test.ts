import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let thandi: string;
let pieter: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
  pieter = await server.signIn('pieter@veld.example');
});
afterAll(() => server.close());

const layout = (name: string) => JSON.stringify({ name, isMobile: false, columns: [] });
const create = (userLayoutJson: string, token: string) =>
  server.post('/api/UserSettings/CreateUserLayout', { userId: 'pieter', userLayoutJson }, token);

describe('layouts', () => {
  it('[LAYOUT-10] are saved under the user of the token, listed, replaced and deleted', async () => {
    const created = await create(layout('Mine'), thandi);
    expect(created.body).toMatchObject({ userId: 'thandi', userLayoutJson: layout('Mine') });
    const { _id } = created.body as { _id: string };
    const update = (name: string, token: string) =>
      server.post('/api/UserSettings/updateUserLayout', { id: _id, jsonString: layout(name) }, token);
    expect((await update('Renamed', thandi)).body).toMatchObject({ _id, userLayoutJson: layout('Renamed') });
    const names = async (token: string) => {
      const { body } = await server.get('/api/UserSettings/GetAllUserLayouts', token);
      return (body as { userLayoutJson: string }[]).map((layout) => JSON.parse(layout.userLayoutJson).name);
    };
    expect(await names(thandi)).toEqual(['Dealer desk', 'Renamed']);
    expect(await names(pieter)).toEqual(['Dealer desk']);
    // Also under the name of the field that creates them.
    const alike = { id: _id, userLayoutJson: layout('Alike') };
    expect((await server.post('/api/UserSettings/updateUserLayout', alike, thandi)).status).toBe(200);
    expect(await names(thandi)).toEqual(['Dealer desk', 'Alike']);
    expect((await update('Stolen', pieter)).status).toBe(404);
    const remove = (token: string) => server.get(`/api/UserSettings/DeleteUserLayoutById?Id=${_id}`, token);
    expect((await remove(pieter)).status).toBe(404);
    expect((await remove(thandi)).body).toEqual({ deleted: true });
    expect(await names(thandi)).toEqual(['Dealer desk']);
  });

  it('are saved only over the version that was read, when the save names one', async () => {
    const created = await create(layout('Shared'), thandi);
    const { _id, version } = created.body as { _id: string; version: string };
    const save = (name: string, from?: string) =>
      server.post(
        '/api/UserSettings/updateUserLayout',
        { id: _id, jsonString: layout(name), ...(from !== undefined && { version: from }) },
        thandi,
      );
    const first = await save('First window', version);
    expect(first.status).toBe(200);
    expect(await save('Second window', version)).toMatchObject({
      status: 409,
      body: { code: 'layoutChanged' },
    });
    const { body } = await server.get('/api/UserSettings/GetAllUserLayouts', thandi);
    const kept = (body as { _id: string; userLayoutJson: string; version: string }[]).find(
      (layout) => layout._id === _id,
    );
    expect(kept?.userLayoutJson).toBe(layout('First window'));
    expect(kept?.version).toBe((first.body as { version: string }).version);
    expect((await save('Second window', kept?.version)).status).toBe(200);
    // As the specified call does it.
    expect((await save('Third window')).status).toBe(200);
    expect((await save('Fourth window', 'x'.repeat(300))).status).toBe(400);
    await server.get(`/api/UserSettings/DeleteUserLayoutById?Id=${_id}`, thandi);
    expect((await save('Fifth window', version)).status).toBe(404);
  });

  it('are rejected and not stored when they are not layouts, too large, or too many', async () => {
    expect((await create('{"name":"x"}', pieter)).body).toMatchObject({
      errors: { 'userLayoutJson.columns': expect.anything(), 'userLayoutJson.isMobile': expect.anything() },
    });
    expect((await create(layout('x'.repeat(300)), pieter)).status).toBe(400);
    const document = { name: 'large', isMobile: false, columns: [], more: 'x'.repeat(257 * 1024) };
    expect((await create(JSON.stringify(document), pieter)).body).toMatchObject({
      errors: { userLayoutJson: [expect.stringContaining('256 KiB')] },
    });
    for (let at = 1; at < 100; at += 1) expect((await create(layout(`L${at}`), pieter)).status).toBe(200);
    expect(await create(layout('one more'), pieter)).toMatchObject({
      status: 422,
      body: { code: 'tooManyLayouts' },
    });
  });
});
