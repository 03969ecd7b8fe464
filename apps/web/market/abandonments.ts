// The user's standing instructions to abandon options. They are read over HTTP, because no message of the hub contains them.
import { getAbandonments } from '../transport/own-accounts.ts';
import { createAnswer } from './answers.ts';

/** Another session of the user, or another dealer of the account, may change the instructions. */
const askEveryMs = 15_000;

export const abandonments = createAnswer({ ask: getAbandonments, repeatAfterMs: () => askEveryMs });
