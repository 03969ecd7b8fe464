// The keys on a position.
import { actionKeys } from '../../actions/action.ts';
import { closeOut, reverse } from '../../actions/order-entry.ts';
import { keyTable } from '../../ui/keys.ts';

export const positionKeys = keyTable('Positions', actionKeys([closeOut, reverse]));
