// The calls about the accounts of the user's member: the effect of an order on the margin of its account, the current margins (market/money.md,
// Initial margin), and the instructions to abandon options.
import type { Abandonment, PresentMargin, PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import type { CallResult } from './calls.ts';
import { read } from './reads.ts';

export const previewMargin = (
  body: PreviewMarginBody,
  signal: AbortSignal,
): Promise<CallResult<PreviewMarginReply>> => read('previewMargin', body, signal);

/** The margins of the accounts of the user's member. */
export const getPresentMargins = (signal: AbortSignal): Promise<CallResult<readonly PresentMargin[]>> =>
  read('getPresentMargins', {}, signal);

/** The current instructions of the user's member; only the user's own for a dealer with own-only visibility. */
export const getAbandonments = (signal: AbortSignal): Promise<CallResult<readonly Abandonment[]>> =>
  read('getAbandonments', {}, signal);
