// The keys on an unmatched deal: those of its actions.
import { actionKeys } from '../../actions/action.ts';
import { itemActions } from '../../actions/unmatched-deals.ts';
import { keyTable } from '../../ui/keys.ts';

export const unmatchedKeys = keyTable('Unmatched deals', actionKeys(itemActions));
