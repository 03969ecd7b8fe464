// Initial margins (market.md, Initial margin): the effect of an order on the margin of its account, and the present margin of accounts.
// Also the instructions to abandon options. Silent: the forms and Positions show the answer, or its absence, in place.
import {
  type Abandonment,
  abandonmentsReply,
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

/** The standing instructions of the user's member; the user's own for a dealer with own-only visibility. */
export function getAbandonments(signal: AbortSignal): Promise<CallResult<readonly Abandonment[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAbandonments,
    read: replyAs<readonly Abandonment[]>(abandonmentsReply),
    isSilent: true,
    signal,
  });
}
