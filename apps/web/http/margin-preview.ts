// What an order would do to the initial margin of its account (market.md, Initial margin). Silent: the order form shows the
// answer, or that there is none, in its own place.
import { type PreviewMarginBody, type PreviewMarginReply, paths, previewMarginReply } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export function previewMargin(
  body: PreviewMarginBody,
  signal: AbortSignal,
): Promise<CallResult<PreviewMarginReply>> {
  return callMainApi({
    method: 'POST',
    path: paths.previewMargin,
    body,
    read: replyAs(previewMarginReply),
    isSilent: true,
    signal,
  });
}
