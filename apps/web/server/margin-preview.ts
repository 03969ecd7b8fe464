// Initial margins (market.md, Initial margin): what an order would do to that of its account, and what accounts need now. Silent: the
// order form and Positions show the answer, or that there is none, in their own place.
import {
  type PresentMargin,
  type PreviewMarginBody,
  type PreviewMarginReply,
  paths,
  presentMarginsReply,
  previewMarginReply,
} from '@openpit/wire';
import type { CallResult } from './calls.ts';
import { callMainApi, replyAs } from './calls.ts';

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

/** The margins of the accounts of the user's member. */
export function getPresentMargins(signal: AbortSignal): Promise<CallResult<readonly PresentMargin[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getPresentMargins,
    read: replyAs<readonly PresentMargin[]>(presentMarginsReply),
    isSilent: true,
    signal,
  });
}
