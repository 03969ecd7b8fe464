// The keys on a certificate: those of its actions.
import { actionKeys } from '../../actions/action.ts';
import { certActions } from '../../actions/silo-actions.ts';
import { keyTable } from '../../ui/keys.ts';

export const certKeys = keyTable('Silo certificates', actionKeys(certActions));
