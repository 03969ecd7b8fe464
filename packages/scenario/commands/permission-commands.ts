// Converts lines about permissions and limits, by the operator or by a dealer, to commands.
import { type Command, type PermissionFlag, permissionFlags } from '@openpit/venue';
import { dealerIn, type Fixture } from '../fixture/fixture.ts';
import type { PermissionAction } from '../scenario.ts';

/** True if the dealer sends the command, instead of the operator. */
export const isByChoice = ({ phrase }: PermissionAction): boolean =>
  phrase === 'may order by choice at most' || phrase === 'may rest by choice';

export function permissionCommandOf(action: PermissionAction, userId: string, fixture: Fixture): Command {
  const { by } = action;
  switch (action.phrase) {
    case 'may order by choice at most':
      return { kind: 'setOwnMaxOrderQuantity', maxLots: action.values.LOTS };
    case 'may rest by choice': {
      const { DURATION, disconnect } = action.values;
      const timeOutSeconds = DURATION / 1000;
      return { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect: disconnect === true };
    }
    case 'may enter': {
      const dealer = dealerIn(fixture, by)?.code ?? by.name;
      return { kind: 'registerUser', userId, member: by.member, dealer };
    }
    case 'may do everything':
      return { kind: 'grantPermissions', userId, flags: [...permissionFlags] };
    case 'may do nothing':
      return { kind: 'revokePermissions', userId, flags: [...permissionFlags] };
    case 'may':
      return { kind: 'grantPermissions', userId, flags: flagsOf(action.values.FLAGS) };
    case 'may not':
      return { kind: 'revokePermissions', userId, flags: flagsOf(action.values.FLAGS) };
    case 'may order at most':
      return { kind: 'limitOrderQuantity', userId, maxLots: action.values.LOTS };
    case 'may order any quantity':
      return { kind: 'limitOrderQuantity', userId, maxLots: null };
    case 'may hold at most':
      return { kind: 'limitPosition', principal: by.name, maxLots: action.values.LOTS };
    case 'may hold any quantity':
      return { kind: 'limitPosition', principal: by.name, maxLots: null };
    case 'may act on own only':
      return { kind: 'setDealerScope', userId, scope: 'own' };
    case 'may act for member':
      return { kind: 'setDealerScope', userId, scope: 'member' };
  }
}

/** The flags with these names. Unknown names are passed on, because the market must reject them. */
const flagsOf = (names: readonly string[]) => names as readonly PermissionFlag[];
