import { findSession } from '@openpit/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerOnAPort, serverOnAPort } from './testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

describe('a running server', () => {
  it('deletes a session a day after it has expired at the latest', async () => {
    const token = await server.signIn('thandi');
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string;
    };
    const session = () => findSession(server.db, jti);
    const { expiresAt = 0 } = (await session()) ?? {};
    server.clock.advance(expiresAt - server.clock.now() - 1);
    expect(await session()).toBeDefined();
    server.clock.advance(24 * 60 * 60 * 1000 + 1);
    await expect.poll(session).toBeUndefined();
  });
});
