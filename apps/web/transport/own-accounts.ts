// The calls about the accounts of the user's member: the effect of an order on the margin of its account, the current margins (market.md,
// Initial margin), and the instructions to abandon options.
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
import { type CallResult, callServer, replyAs } from './calls.ts';

export const previewMargin = (
  body: PreviewMarginBody,
  signal: AbortSignal,
): Promise<CallResult<PreviewMarginReply>> =>
  callServer(paths.previewMargin, replyAs(previewMarginReply), { body, signal });

/** The margins of the accounts of the user's member. */
export const getPresentMargins = (signal: AbortSignal): Promise<CallResult<readonly PresentMargin[]>> =>
  callServer(paths.getPresentMargins, replyAs<readonly PresentMargin[]>(presentMarginsReply), { signal });

/** The current instructions of the user's member; only the user's own for a dealer with own-only visibility. */
export const getAbandonments = (signal: AbortSignal): Promise<CallResult<readonly Abandonment[]>> =>
  callServer(paths.getAbandonments, replyAs<readonly Abandonment[]>(abandonmentsReply), { signal });
