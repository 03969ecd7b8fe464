// What a program relies on that trades over HTTP and follows the hub: docs/programs.md.
import type { PhasesReply } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

const claimsOf = (token: string): { readonly exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('the end of the day', () => {
  it('[P5] is the end of the present business day, in GetPhases and in tokens, also when the operator has ended days early', async () => {
    const token = await server.signIn('thandi');
    const phases = async () =>
      (await server.call('/api/MarketData/GetPhases', { token })).body as PhasesReply;
    const endOf = (day: string) => Date.parse(`${day}T23:30+02:00`);
    expect(await phases()).toMatchObject({ businessDay: '2026-11-18', dayEndsAt: endOf('2026-11-18') });
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-23']) {
      await server.operate({ action: 'end-of-day', force: 'a short day' });
      const { businessDay, dayEndsAt, groups } = await phases();
      expect([businessDay, dayEndsAt]).toEqual([day, endOf(day)]);
      for (const { dealsUntil } of groups)
        if (dealsUntil !== null) expect(dealsUntil).toBeLessThanOrEqual(endOf(day));
    }
    // The session is a working day, not cut to the end of a day that has ended already.
    server.clock.advance(Date.parse('2026-11-18T20:00+02:00') - server.clock.now());
    const { exp } = claimsOf(await server.signIn('pieter'));
    expect(exp * 1000).toBe(server.clock.now() + 12 * 60 * 60_000);
  });
});
