// The keys on a lot or an own bid, and on a position that must deliver: those of their actions.
import { actionKeys } from '../../actions/action.ts';
import { lotActions, shortActions } from '../../actions/silo-actions.ts';
import { keyTable } from '../../ui/keys.ts';

export const lotKeys = keyTable('Silo auction', actionKeys([...lotActions, ...shortActions]));
