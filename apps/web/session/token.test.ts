import { describe, expect, it } from 'vitest';
import { isTokenExpired, readToken } from './token.ts';

const base64Url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const tokenOf = (claims: object) =>
  `${base64Url('{"alg":"HS256"}')}.${base64Url(JSON.stringify(claims))}.c2ln`;

describe('reading a token', () => {
  it('[AUTH-1] takes exp as the expiry and the first claim whose key contains name as the name', () => {
    const token = tokenOf({ sub: 'u7', unique_name: 'Zanele Müller ☼', name: 'other', exp: 1_800_000_000 });
    expect(readToken(token)).toEqual({
      expiresAt: 1_800_000_000_000,
      displayName: 'Zanele Müller ☼',
      subject: 'u7',
    });
  });

  it('has an empty name for a token without one', () => {
    expect(readToken(tokenOf({ exp: 1 }))).toEqual({ expiresAt: 1_000, displayName: '', subject: null });
  });

  it.each([
    ['an empty text', ''],
    ['a text that is no token', 'abc'],
    ['invalid base64', 'a.***.c'],
    ['invalid JSON', `a.${base64Url('hello')}.c`],
    ['JSON that is no object', `a.${base64Url('7')}.c`],
    ['a token without exp', tokenOf({ sub: 'u7' })],
    ['an exp that is no number', tokenOf({ exp: 'tomorrow' })],
  ])('[AUTH-5] cannot read %s, and counts it as expired', (_what, token) => {
    expect(readToken(token)).toBeNull();
    expect(isTokenExpired(token, 0)).toBe(true);
  });

  it('[AUTH-5] counts a missing token and an exp before now as expired, and nothing else', () => {
    const token = tokenOf({ exp: 1_000 });
    expect(isTokenExpired(null, 0)).toBe(true);
    expect(isTokenExpired(token, 1_000_001)).toBe(true);
    expect(isTokenExpired(token, 1_000_000)).toBe(false);
  });
});
