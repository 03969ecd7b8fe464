import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
let authorization: string;
beforeAll(async () => {
  server = await serverInAFolder();
  authorization = `Bearer ${await server.signIn('thandi@kand.example')}`;
});
afterAll(() => server.close());

const get = (call: string, encodings: string) =>
  server.app.inject({
    url: `/api/StaticData/${call}`,
    headers: { authorization, 'accept-encoding': encodings },
  });

it('a large reply is compressed as the client prefers', async () => {
  const plain = await get('GetPrices', 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  for (const [accepted, encoding, unpack] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const reply = await get('GetPrices', accepted);
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(unpack(reply.rawPayload).toString()).toBe(plain.payload);
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  }
});

it('a small reply is not compressed', async () => {
  expect((await get('GetAnnouncements', 'br')).headers).not.toHaveProperty('content-encoding');
});

it('the body of a request is never unpacked', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/StaticData/GetContractDetails',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ contractName: 'DEC26 WMAZ', instrument: 'WMAZ' })),
  });
  expect(reply.statusCode).toBe(400);
});
