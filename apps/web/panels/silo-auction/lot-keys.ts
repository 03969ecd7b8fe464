// The keys on a lot or an own bid, and on a position that must deliver: those of their actions.
import { actionKeys } from '../../actions/action.ts';
import { siloActionNames } from '../../actions/silo-actions.ts';
import { keyTable } from '../../ui/keys.ts';

const { bid, deleteBid, tender } = siloActionNames;
export const lotKeys = keyTable('Silo auction', actionKeys([bid, deleteBid, tender]));
