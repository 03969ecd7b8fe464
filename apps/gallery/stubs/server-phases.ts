// The gallery's exchange day, in the middle of continuous trading: `&phases=expiry` in the address makes it the expiry day of the
// next options, `&phases=fault` fails the call.
export * from '../../web/server/phases.ts';

import type { PhasesReply } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';
import { marketTime } from '../example-rows.ts';

export async function getPhases(): Promise<CallResult<PhasesReply>> {
  const state = new URLSearchParams(location.search).get('phases');
  if (state === 'fault') {
    const message = 'The server did not answer. Check the connection.';
    return { kind: 'unknown', message, errorText: message };
  }
  const now = marketTime;
  const group = (name: 'deliveryMonth' | 'other', instruments: string[]) => ({
    group: name,
    phase: 'continuous' as const,
    since: now - 5_400_000,
    next: { phase: 'admin' as const, at: now + 5_333_000 },
    opensAt: null,
    dealsUntil: now + 14_333_000,
    instruments,
  });
  return {
    kind: 'ok',
    value: {
      serverTime: now,
      businessDay: state === 'expiry' ? '2026-11-20' : '2026-11-18',
      groups: [
        group('deliveryMonth', ['SOYA', 'SUNS', 'WEAT', 'WMAZ', 'YMAZ']),
        group('other', ['SOYA', 'SUNS', 'WEAT', 'WMAZ', 'YMAZ']),
        {
          group: 'world',
          phase: 'preOpen',
          since: now - 600_000,
          next: { phase: 'continuous', at: now + 95_000 },
          opensAt: null,
          dealsUntil: now + 24_233_000,
          instruments: ['CORN'],
        },
      ],
      dayEndsAt: now + 30_000_000,
      halted: [{ instrument: 'WEAT', reason: 'Reference price under review', since: now - 60_000 }],
    },
  };
}
