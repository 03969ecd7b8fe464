// The keys on a certificate: those of its actions.
import { actionKeys } from '../../actions/action.ts';
import { siloActionNames } from '../../actions/silo-actions.ts';
import { keyTable } from '../../ui/keys.ts';

const { tender, withdraw, history } = siloActionNames;
export const certKeys = keyTable('Silo certificates', actionKeys([tender, withdraw, history]));
