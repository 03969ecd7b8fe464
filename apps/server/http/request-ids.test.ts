// The ids of requests in replies and in the log, and from whom an id is accepted.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

const lines: Record<string, unknown>[] = [];
const destination = new Writable({
  write: (line, _encoding, done) => {
    lines.push(JSON.parse(String(line)));
    done();
  },
});

let server: ServerInAFolder;
beforeAll(async () => {
  const logger = pino({ level: 'debug' }, destination);
  server = await serverInAFolder({ trustedProxies: ['10.1.0.0/16', 'fd00::5'], logger });
});
afterAll(() => server.close());

/** The id in the reply to a call that is rejected. */
async function idFor(remoteAddress: string, given?: string): Promise<string> {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  const reply = await server.call({ url: '/api/StaticData/GetPrices', remoteAddress, headers });
  expect(reply.status).toBe(401);
  return String(reply.headers['x-request-id']);
}

describe('the id of a request', () => {
  it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::5'])('comes from the trusted proxy at %s', async (proxy) => {
    expect(await idFor(proxy, 'proxy-7:1')).toBe('proxy-7:1');
  });

  it.each(['127.0.0.1', '10.2.0.1', '::1', 'fd00::6'])(
    'is a new id for a caller at %s, which is no trusted proxy',
    async (caller) => {
      const [id, next] = [await idFor(caller, 'forged'), await idFor(caller, 'forged')];
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(next).not.toBe(id);
    },
  );

  it.each(['', 'two words', 'ö', 'x'.repeat(65)])(
    'is new if a trusted proxy sends "%s", which is empty, too long or not printable',
    async (given) => {
      expect(await idFor('10.1.2.3', given)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is in the line of the call, which names the route and not the address', async () => {
    const id = await idFor('127.0.0.1');
    expect(lines.find(({ requestId }) => requestId === id)).toMatchObject({
      msg: 'a call was answered',
      method: 'GET',
      route: '/api/StaticData/GetPrices',
      status: 401,
      durationMs: expect.any(Number),
    });
    await server.get('/api/no-such-call?access_token=a-secret-in-an-address');
    expect(JSON.stringify(lines)).not.toContain('a-secret-in-an-address');
  });

  it('is in the reply of a fault and in the log line of the failure', async () => {
    const thandi = await server.signIn('thandi@kand.example');
    await server.db.schema.dropTable('layout').execute();
    const reply = await server.get('/api/UserSettings/GetAllUserLayouts', thandi);
    const { requestId } = reply.body as { requestId: string };
    expect([reply.status, reply.headers['x-request-id']]).toEqual([500, requestId]);
    expect(lines.filter((line) => line.requestId === requestId).map(({ msg }) => msg)).toEqual([
      'a request failed',
      'a call was answered',
    ]);
  });
});
