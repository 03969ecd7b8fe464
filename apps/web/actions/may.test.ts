import { noPermissions, permissionFlags } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { may } from './may.ts';

describe('permissions', () => {
  it('[AUTH-11] deny with a sentence that names the deed and the flag to ask for', () => {
    expect(may('suspendActiveOrder', noPermissions())).toEqual({
      reason: 'No permission: your account may not suspend orders. Ask your operator for suspendActiveOrder.',
    });
  });

  it('[PREF-1] deny every deed to a new user and allow exactly what a flag allows', () => {
    for (const flag of permissionFlags) {
      expect(may(flag, noPermissions())).toHaveProperty('reason');
      const flags = { ...noPermissions(), [flag]: true };
      expect(permissionFlags.filter((other) => may(other, flags) === true)).toEqual([flag]);
    }
  });
});
