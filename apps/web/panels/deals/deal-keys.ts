// The keys on a deal: those of its actions.
import { actionKeys } from '../../actions/action.ts';
import { dealActions, showDealDetails } from '../../actions/deal-actions.ts';
import { keyTable } from '../../ui/keys.ts';

export const dealKeys = keyTable('Deals', actionKeys([...dealActions, showDealDetails]));
