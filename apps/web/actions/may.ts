// Permissions as screens show them: the flags of the preference document, which the server owns and checks again. A denied
// action stays visible and says why.
import {
  type PermissionFlag,
  type PermissionFlags,
  permissionWords,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { noPermission } from '../ui/no-permission.ts';

export interface Denied {
  /** A sentence for people: what, why, what to do. */
  readonly reason: string;
  /** What the account may not do, where a missing permission is the reason. */
  readonly lacks?: string;
}

export interface Permission {
  /** All of them are needed. */
  readonly flags: readonly PermissionFlag[];
  /** What they permit, in words that follow "may not": "suspend orders". */
  readonly to: string;
}

/** What the server asks for before it takes this command; `to` where its words are not those of the flags. */
export function permissionOf(command: UserCommandKind, to?: string): Permission {
  const { flags } = userCommands[command];
  return { flags, to: to ?? flags.map((flag) => permissionWords[flag]).join(' and ') };
}

export function may({ flags, to }: Permission, granted: PermissionFlags): true | Denied {
  if (flags.every((flag) => granted[flag])) return true;
  return { reason: noPermission([to]), lacks: to };
}
