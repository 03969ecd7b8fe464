// The users of the demonstration market: two dealers of different members with all permissions, one without any, and the
// simulated participants, who have rights in the market but no login. All are invented; `npm start` prints the logins.
import { type LayoutDocument, newPreferenceDocument, type PermissionFlag } from '@openpit/wire';

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

/** The simulated participants: users of members for whom no person deals, each with the account that they deal for. */
export const simulatedUsers = {
  maker: { userId: 'sim-maker', member: 'OPMM', dealer: 'MM1', principal: 'OPMM', capacity: 'P' },
  hedger: { userId: 'sim-hedger', member: 'BOSV', dealer: 'EKR', principal: 'BOSV', capacity: 'P' },
  speculator: { userId: 'sim-speculator', member: 'SEEW', dealer: 'DPI', principal: 'SEEW', capacity: 'P' },
  writer: { userId: 'sim-writer', member: 'OPMM', dealer: 'MM2', principal: 'OPMM', capacity: 'P' },
  // Clients, so that their orders do not self-match with orders of the member's own account.
  grower: { userId: 'sim-grower', member: 'MIEL', dealer: 'MTS', principal: '5044M', capacity: 'A' },
  oilPress: { userId: 'sim-oil-press', member: 'BOSV', dealer: 'SMA', principal: '6120B', capacity: 'A' },
  exporter: { userId: 'sim-exporter', member: 'SEEW', dealer: 'NKU', principal: '4402D', capacity: 'A' },
} as const;

/** The permissions that a simulated participant needs. */
export const simulatedFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'editSuspendOrder',
  'resubmitActiveOrder',
];

/** The first preferences of a demonstration user. */
export function demoPreferences() {
  const { flags: _flags, profile, defaults } = newPreferenceDocument();
  const usable = { ...defaults, maxOrderQuantity: demoMaxOrderQuantity, defaultOrderQuantity: 10 };
  return { profile, defaults: usable };
}

/**
 * The first layout of a demonstration user: market, depth and the user's orders, docked. In a window of 1280 × 720 each panel shows at
 * least five rows.
 */
export const demoLayout: LayoutDocument = {
  name: 'Dealer desk',
  isMobile: false,
  spawnPoint: { x: 20, y: 20 },
  spawnPointMove: false,
  locked: false,
  resizeable: true,
  spawnPointConfirmations: { x: 50, y: 50 },
  columns: [
    panel('Futures', { x: 0, y: 0, w: 65.8, h: 62, z: 146 }),
    panel('Depth', { x: 65.8, y: 0, w: 34.2, h: 37.5, z: 147 }, { view: 'price' }),
    panel('Positions', { x: 65.8, y: 37.5, w: 34.2, h: 29, z: 148 }),
    panel('ActiveOrders', { x: 0, y: 62, w: 65.8, h: 38, z: 149 }),
    panel('Deals', { x: 65.8, y: 66.5, w: 34.2, h: 33.5, z: 150 }),
  ],
  dock: [
    { kind: 'row', at: 65.8 },
    { kind: 'column', at: 62 },
    { kind: 'frame', frame: 'Futures' },
    { kind: 'frame', frame: 'ActiveOrders' },
    { kind: 'column', at: 37.5 },
    { kind: 'frame', frame: 'Depth' },
    { kind: 'column', at: 46.4 },
    { kind: 'frame', frame: 'Positions' },
    { kind: 'frame', frame: 'Deals' },
  ],
};

function panel(
  component: string,
  coordinates: LayoutDocument['columns'][number]['coordinates'],
  props: Readonly<Record<string, string>> = {},
) {
  return {
    id: `${component}-dealer-desk`,
    component,
    coordinates,
    frame: component,
    color: null,
    content: null,
    props,
    style: {},
  };
}
