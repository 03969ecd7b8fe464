// What a start has found or changed while it opened the market, in sentences for the operator.
import { ruleVersion } from '@openpit/venue';
import type { Notify } from '../log.ts';
import type { Recovered } from './recovery.ts';

export function reportRecovery(
  { damagedSnapshots, repairedState, formerRules }: Omit<Recovered, 'beginning'>,
  notify: Notify,
): void {
  for (const { file, reason } of damagedSnapshots)
    notify('warn', `Snapshot ${file} is damaged (${reason}); an older one was used.`);
  if (repairedState !== null)
    notify(
      'warn',
      `The state of command ${repairedState.seq} in the journal was damaged (${repairedState.damage}); it was written again from a snapshot. Check the disk.`,
    );
  if (formerRules !== null)
    notify(
      'info',
      `The market was run under rules ${formerRules} and now runs under rules ${ruleVersion}. The previous version can no longer open it.`,
    );
}
