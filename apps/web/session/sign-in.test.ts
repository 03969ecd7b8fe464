import { describe, expect, it } from 'vitest';
import { faultsOf } from './sign-in.ts';

describe('[AUTH-1] the sign-in form', () => {
  it('asks for both fields with a sentence if they are empty', () => {
    expect(faultsOf({ email: '', password: '' })).toEqual({
      email: 'Give your e-mail address.',
      password: 'Give your password.',
    });
  });

  it('leaves the check of an address and a password to the server', () => {
    expect(faultsOf({ email: 'no-at-sign', password: ' ' })).toEqual({});
  });
});
