// A user's permissions (PREF-1). The server enforces them; the browser shows them.
import { type PermissionFlag, permissionFlags } from '@openpit/terms';

export type PermissionFlags = Readonly<Record<PermissionFlag, boolean>>;

/** @returns all flags false, as a new user has them */
export function noPermissions(): Record<PermissionFlag, boolean> {
  return Object.fromEntries(permissionFlags.map((flag) => [flag, false])) as Record<PermissionFlag, boolean>;
}
