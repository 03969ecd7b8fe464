import {
  noPermissions,
  permissionFlags,
  requiredPermissions,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { denialOf, isPermitted, permissionOf } from './action.ts';
import { contextWith } from './testing/action-context.ts';
import { createScreenPort, type WorkspacePort } from './workspace-port.ts';

describe('permissions', () => {
  it('[AUTH-11] deny with a sentence that names the forbidden action in plain language, without a flag’s name', () => {
    const action = { permission: permissionOf('suspendActiveOrder'), against: () => 'It is suspended.' };
    expect(denialOf(action, null, contextWith([]))).toEqual({
      disabledReason: 'No permission: your account may not suspend orders. Ask your operator to allow it.',
      lacks: 'suspend orders',
    });
  });

  it('[PREF-1] deny every flag’s action to a new user and allow exactly the flag’s actions', () => {
    for (const flag of permissionFlags) {
      expect(isPermitted({ flags: [flag], phrase: 'act' }, noPermissions())).toBe(false);
      const granted = { ...noPermissions(), [flag]: true };
      const allowed = permissionFlags.filter((other) =>
        isPermitted({ flags: [other], phrase: 'act' }, granted),
      );
      expect(allowed).toEqual([flag]);
    }
  });

  it('need every flag that the server requires before it accepts the command', () => {
    for (const kind of Object.keys(userCommands) as UserCommandKind[]) {
      const flags = requiredPermissions[kind];
      const permission = permissionOf(kind, 'act');
      const granted = { ...noPermissions(), ...Object.fromEntries(flags.map((flag) => [flag, true])) };
      expect(isPermitted(permission, granted)).toBe(true);
      for (const missing of flags)
        expect(isPermitted(permission, { ...granted, [missing]: false })).toBe(false);
    }
  });
});

const noted = (into: string[], name: string): WorkspacePort => ({
  showDepth: (contract) => void into.push(`${name}: depth ${contract}`),
  showChart: (contract) => void into.push(`${name}: chart ${contract}`),
  showPanel: (component) => void into.push(`${name}: panel ${component}`),
});

describe('the port of the screen', () => {
  it('throws while no workspace is shown: nothing that was pressed is silently ignored', () => {
    const port = createScreenPort(async () => undefined);
    expect(() => port.showDepth('DEC26 WMAZ')).toThrow('No workspace is shown.');
    port.connect(noted([], 'desk'))();
    expect(() => port.showDepth('DEC26 WMAZ')).toThrow('No workspace is shown.');
  });

  it('asks the workspace that is shown now, even when the next one connects before the last one leaves', () => {
    const port = createScreenPort(async () => undefined);
    const did: string[] = [];
    const leave = port.connect(noted(did, 'desk'));
    port.showPanel('Futures');
    port.connect(noted(did, 'phone'));
    leave();
    port.showChart('DEC26 WMAZ');
    expect(did).toEqual(['desk: panel Futures', 'phone: chart DEC26 WMAZ']);
  });
});
