import { describe, expect, it } from 'vitest';
import { Passwords, passwordFaults } from './passwords.ts';

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

  it('are all compared if there are many at the same time, even after a failed comparison', async () => {
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

const thandi = {
  email: 'thandi.n@kand.example',
  displayName: 'Zanele Nkosi',
  member: 'KAND',
  hasTwoFactor: false,
};
const faults = (password: string, owner: Partial<typeof thandi> = {}) =>
  passwordFaults(password, { ...thandi, ...owner });

describe('a new password', () => {
  it('has 15 to 256 characters of any kind, or 8 with two-factor on', () => {
    expect(faults('correct horse b')).toEqual([]);
    expect(faults('correct horse ')).toEqual(['A password has at least 15 characters. This one has 14.']);
    expect(faults('correct ', { hasTwoFactor: true })).toEqual([]);
    expect(faults('correct', { hasTwoFactor: true })).toHaveLength(1);
    expect(faults('ж🌽'.repeat(128))).toEqual([]);
    expect(faults(`${'ж🌽'.repeat(128)}a`)).toEqual(['A password has at most 256 characters.']);
  });

  it('is in no list of common passwords, in upper or lower case', () => {
    const sentence = 'This password is in a list of common passwords. Choose another one.';
    for (const password of ['password1', 'PassWord1'])
      expect(faults(password, { hasTwoFactor: true })).toEqual([sentence]);
  });

  it.each(['thandi', 'ZANELE', 'Nkosi', 'kand', 'OpenPit', 'thandi.n@kand.example'])(
    'does not contain %s of the user, the member or the product',
    (word) => {
      expect(faults(`yellow ${word} sorghum`)).toEqual([expect.stringContaining('which others know of you')]);
    },
  );

  it('may contain a part of a name that is too short to be one', () => {
    expect(faults('nnnn yellow sorghum 7')).toEqual([]);
  });
});
