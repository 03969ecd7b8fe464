// The people of the demonstration market: two dealers of different members who may do everything, one who may look, and
// the simulated participants, who have rights in the market but no login. Made up; `npm start` prints their logins.
import type { PermissionFlag } from '@openpit/wire';

export interface DemoUser {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly member: string;
  readonly dealer: string;
  /** What the user may do: all, or nothing. */
  readonly permitted: boolean;
  readonly about: string;
}

/** The same for all three: it opens nothing but a demonstration. */
export const demoPassword = 'maize-and-wheat';

export const demoUsers: readonly DemoUser[] = [
  {
    userId: 'thandi',
    email: 'thandi@kand.example',
    displayName: 'Thandi Nkosi',
    member: 'KAND',
    dealer: 'THN',
    permitted: true,
    about: 'dealer of KAND, all permissions',
  },
  {
    userId: 'pieter',
    email: 'pieter@veld.example',
    displayName: 'Pieter Botha',
    member: 'VELD',
    dealer: 'PBO',
    permitted: true,
    about: 'dealer of VELD, all permissions',
  },
  {
    userId: 'lerato',
    email: 'lerato@karo.example',
    displayName: 'Lerato Mokoena',
    member: 'KARO',
    dealer: 'LMO',
    permitted: false,
    about: 'dealer of KARO, may look but do nothing',
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

/** What a simulated participant needs to trade. */
export const simulatedFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'editSuspendOrder',
  'resubmitActiveOrder',
];
