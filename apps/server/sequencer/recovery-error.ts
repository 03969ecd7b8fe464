// Why recorded data cannot be used: it contradicts itself, or it was written under other rules than this program's.
import { ruleVersion } from '@openpit/venue';

/** The message says what to do. */
export class RecoveryError extends Error {
  override name = 'RecoveryError';
}

/**
 * Throws RecoveryError unless the data was written under the rules of this program. `written` is undefined in commands and
 * outcomes from before version 3, the first to be written with them.
 */
export function requireSameRules(written: number | undefined): void {
  if (written === ruleVersion) return;
  throw new RecoveryError(
    `The data was written under rules ${written ?? '2 or older'}; this version of Openpit has rules ${ruleVersion}. Run the version that wrote it, or begin with a new folder (--data).`,
  );
}
