// The ledger of users and their rights.
import type { PermissionFlag } from '@openpit/terms';
import { byOperator, byUser } from '../kernel/command-entry.ts';
import {
  grantPermissions,
  limitOrderQuantity,
  registerUser,
  revokePermissions,
  rightsEvents,
  setDealerScope,
  setOwnMaxOrderQuantity,
  setOwnOrderGuards,
} from './change-rights.ts';
import { rightsRejections } from './rights-rejections.ts';
import type { UserRights } from './user-rights.ts';

type SavedRights = Omit<UserRights, 'flags'> & { readonly flags: readonly PermissionFlag[] };

export const rightsModule = {
  name: 'rights',
  events: rightsEvents,
  slice: {
    empty: () => new Map<string, UserRights>(),
    save: (users: ReadonlyMap<string, UserRights>): SavedRights[] =>
      [...users.values()].map((rights) => ({ ...rights, flags: [...rights.flags].sort() })),
    load: (saved: readonly SavedRights[]) =>
      new Map(saved.map((rights) => [rights.userId, { ...rights, flags: new Set(rights.flags) }])),
  },
  commands: {
    registerUser: byOperator(registerUser),
    grantPermissions: byOperator(grantPermissions),
    revokePermissions: byOperator(revokePermissions),
    limitOrderQuantity: byOperator(limitOrderQuantity),
    setDealerScope: byOperator(setDealerScope),
    setOwnMaxOrderQuantity: byUser(setOwnMaxOrderQuantity),
    setOwnOrderGuards: byUser(setOwnOrderGuards),
  },
  rejections: rightsRejections,
} as const;
