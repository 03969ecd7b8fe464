// What a user may do, flag by flag (PREF-1). The server decides; the browser only shows it.
import { type PermissionFlag, permissionFlags } from '@openpit/terms';

export type PermissionFlags = Readonly<Record<PermissionFlag, boolean>>;

/** All flags false: what a new user has. */
export function noPermissions(): Record<PermissionFlag, boolean> {
  return Object.fromEntries(permissionFlags.map((flag) => [flag, false])) as Record<PermissionFlag, boolean>;
}
