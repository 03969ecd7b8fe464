// The users of the demonstration market: two dealers of different members with all permissions, one without any, and the
// simulated participants, who have rights in the market but no login. All are invented; `npm start` prints the logins.
import type { PermissionFlag } from '@openpit/wire';

export interface DemoUser {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly member: string;
  readonly dealer: string;
  readonly hasAllPermissions: boolean;
  readonly about: string;
}

/** The same for all three. It opens nothing except a demonstration. */
export const demoPassword = 'maize-and-wheat';

export const demoUsers: readonly DemoUser[] = [
  {
    userId: 'thandi',
    email: 'thandi@kand.example',
    displayName: 'Thandi Nkosi',
    member: 'KAND',
    dealer: 'THN',
    hasAllPermissions: true,
    about: 'dealer of KAND, all permissions',
  },
  {
    userId: 'pieter',
    email: 'pieter@veld.example',
    displayName: 'Pieter Botha',
    member: 'VELD',
    dealer: 'PBO',
    hasAllPermissions: true,
    about: 'dealer of VELD, all permissions',
  },
  {
    userId: 'lerato',
    email: 'lerato@karo.example',
    displayName: 'Lerato Mokoena',
    member: 'KARO',
    dealer: 'LMO',
    hasAllPermissions: false,
    about: 'dealer of KARO, no permissions: may only look',
  },
];

/** Largest order of a demonstration user, in lots. */
export const demoMaxOrderQuantity = 500;

export const simulatedUsers = {
  maker: { userId: 'sim-maker', member: 'OPMM', dealer: 'MM1' },
  hedger: { userId: 'sim-hedger', member: 'BOSV', dealer: 'EKR' },
  speculator: { userId: 'sim-speculator', member: 'SEEW', dealer: 'DPI' },
  writer: { userId: 'sim-writer', member: 'OPMM', dealer: 'MM2' },
} as const;

/** The permissions that a simulated participant needs. */
export const simulatedFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'editSuspendOrder',
  'resubmitActiveOrder',
];
