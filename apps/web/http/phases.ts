// Where the exchange day stands (domain §3.1). Silent: the clock says itself that it does not know.
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
