import { describe, expect, it } from 'vitest';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  it('[AUTH-1] match only their own hash, and none matches for an unknown user', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('umbila-2026');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await passwords.hash('umbila-2026'));
    expect(await passwords.matches(hash, 'umbila-2026')).toBe(true);
    expect(await passwords.matches(hash, 'umbila-2027')).toBe(false);
    expect(await passwords.matches(null, 'umbila-2026')).toBe(false);
  });

  it('are all compared when there are many at once, also after one that fails', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('mealie');
    const broken = passwords.matches('not a hash', 'mealie');
    const answers = Array.from({ length: 12 }, (_, at) =>
      passwords.matches(at % 3 === 0 ? null : hash, at % 2 === 0 ? 'mealie' : 'wheat'),
    );
    await expect(broken).rejects.toThrow();
    expect(await Promise.all(answers)).toEqual(
      Array.from({ length: 12 }, (_, at) => at % 3 !== 0 && at % 2 === 0),
    );
  });
});
