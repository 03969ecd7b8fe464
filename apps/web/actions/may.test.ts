import { noPermissions, permissionFlags, type UserCommandKind, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { may, permissionOf } from './may.ts';

describe('permissions', () => {
  it('[AUTH-11] deny with a sentence that says in words what the account may not do, without a flag’s name', () => {
    expect(may(permissionOf('suspendActiveOrder'), noPermissions())).toEqual({
      reason: 'No permission: your account may not suspend orders. Ask your operator to allow it.',
      lacks: 'suspend orders',
    });
  });

  it('[PREF-1] deny every flag’s action to a new user and allow exactly what a flag allows', () => {
    for (const flag of permissionFlags) {
      expect(may({ flags: [flag], to: 'act' }, noPermissions())).toHaveProperty('reason');
      const granted = { ...noPermissions(), [flag]: true };
      const allowed = permissionFlags.filter((other) => may({ flags: [other], to: 'act' }, granted) === true);
      expect(allowed).toEqual([flag]);
    }
  });

  it('need every flag that the server asks for before it takes the command', () => {
    for (const kind of Object.keys(userCommands) as UserCommandKind[]) {
      const { flags } = userCommands[kind];
      const permission = permissionOf(kind, 'act');
      const granted = { ...noPermissions(), ...Object.fromEntries(flags.map((flag) => [flag, true])) };
      expect(may(permission, granted)).toBe(true);
      for (const missing of flags)
        expect(may(permission, { ...granted, [missing]: false })).toHaveProperty('reason');
    }
  });
});
