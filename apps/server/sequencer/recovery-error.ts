// The reasons why recorded data cannot be used: it contradicts itself, or it was written under rules that this program cannot use.
import { oldestRules, ruleVersion } from '@openpit/venue';

/** The message includes advice for the operator. */
export class RecoveryError extends Error {
  override name = 'RecoveryError';
}

/** The data was written under rules that this program cannot use, at least not there; `written` names them. */
export class OtherRulesError extends RecoveryError {
  override name = 'OtherRulesError';
  readonly written: string;

  constructor(written: number | undefined, advice: string) {
    const named = String(written ?? '2 or older');
    super(
      `The data was written under rules ${named}; this version of Openpit has rules ${ruleVersion}. ${advice}`,
    );
    this.written = named;
  }
}

/**
 * Throws OtherRulesError unless the rules are this program's own. `written` is undefined in commands and outcomes from before version 3,
 * the first version that is written with them.
 */
export function requireSameRules(written: number | undefined): void {
  if (written === ruleVersion) return;
  requireKnownRules(written);
  throw new OtherRulesError(
    written,
    `It can take the market over, but the version that wrote the data was not stopped cleanly. Start that version once more and stop it with Ctrl+C, then start this one.`,
  );
}

/** Throws OtherRulesError unless state and outcomes of these rules can be read. */
export function requireKnownRules(written: number | undefined): void {
  if (written !== undefined && written >= oldestRules && written <= ruleVersion) return;
  throw new OtherRulesError(written, 'Run the version that wrote it, or begin with a new folder (--data).');
}
