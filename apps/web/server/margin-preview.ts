// Initial margins (market.md, Initial margin): the effect of an order on the margin of its account, and the present margin of accounts.
// Also the instructions to abandon options.
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
import { type CallResult, callSilently, replyAs } from './calls.ts';

export const previewMargin = (
  body: PreviewMarginBody,
  signal: AbortSignal,
): Promise<CallResult<PreviewMarginReply>> =>
  callSilently(paths.previewMargin, replyAs(previewMarginReply), { body, signal });

/** The margins of the accounts of the user's member. */
export const getPresentMargins = (signal: AbortSignal): Promise<CallResult<readonly PresentMargin[]>> =>
  callSilently(paths.getPresentMargins, replyAs<readonly PresentMargin[]>(presentMarginsReply), { signal });

/** The standing instructions of the user's member; the user's own for a dealer with own-only visibility. */
export const getAbandonments = (signal: AbortSignal): Promise<CallResult<readonly Abandonment[]>> =>
  callSilently(paths.getAbandonments, replyAs<readonly Abandonment[]>(abandonmentsReply), { signal });
