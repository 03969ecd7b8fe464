import { describe, expect, it } from 'vitest';
import { Tokens } from './tokens.ts';

describe('a token', () => {
  it('[AUTH-5] expires by the clock of the server, independent of the system clock', async () => {
    const tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
    const expiresAtMs = Date.UTC(2006, 10, 18, 17);
    const claims = { userId: 'thandi', sessionId: 's-1', displayName: 'Thandi Nkosi', expiresAtMs };
    const token = await tokens.issue(claims);
    const readAt = (now: number) => tokens.read(token, { earliest: () => now, latest: () => now });
    expect(await readAt(expiresAtMs - 1_000)).toEqual(claims);
    expect(await readAt(expiresAtMs)).toBeNull();
    // Longer than any session.
    expect(await readAt(expiresAtMs - 25 * 60 * 60_000)).toBeNull();
  });
});
