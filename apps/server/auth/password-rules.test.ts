import { describe, expect, it } from 'vitest';
import { passwordFaults } from './password-rules.ts';

const thandi = {
  email: 'thandi.n@kand.example',
  displayName: 'Zanele Nkosi',
  member: 'KAND',
  hasTwoFactor: false,
};
const faults = (password: string, owner: Partial<typeof thandi> = {}) =>
  passwordFaults(password, { ...thandi, ...owner });

describe('a new password', () => {
  it('has 15 to 256 characters, or 8 with two-factor on, whatever they are', () => {
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
