// The phase of each group of instruments (market.md, Phases). Silent: the clock shows an error in its own place.
import { type PhasesReply, paths, phasesReply } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export function getPhases(signal?: AbortSignal): Promise<CallResult<PhasesReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.getPhases,
    read: replyAs<PhasesReply>(phasesReply),
    isSilent: true,
    ...(signal && { signal }),
  });
}
