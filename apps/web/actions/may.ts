// Permissions as screens show them: the flags of the preference document, which the server owns and checks again. A denied
// action stays visible and says why.
import { type PermissionFlag, type PermissionFlags, type UserCommandKind, userCommands } from '@openpit/wire';

export interface Denied {
  /** A sentence for people: what, why, what to do. */
  readonly reason: string;
}

export interface Permission {
  /** All of them are needed. */
  readonly flags: readonly PermissionFlag[];
  /** What they permit, in words that follow "may not": "suspend orders". */
  readonly to: string;
}

/** What the server asks for before it takes this command. */
export const permissionOf = (command: UserCommandKind, to: string): Permission => ({
  flags: userCommands[command].flags,
  to,
});

export function may({ flags, to }: Permission, granted: PermissionFlags): true | Denied {
  if (flags.every((flag) => granted[flag])) return true;
  return { reason: `No permission: your account may not ${to}. Ask your operator to allow it.` };
}
