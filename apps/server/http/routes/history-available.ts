// The reply while history cannot answer: 503 with the reason.
import { HistoryUnavailable } from '../../history/history.ts';
import type { HistoryGap } from '../../history/history-messages.ts';
import { HttpRejection } from '../rejections.ts';

const retryAfterSeconds = 30;

/** Turns HistoryUnavailable into a rejection. */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof HistoryUnavailable ? rejectionOf(error.gap) : error;
  }
}

function rejectionOf(gap: HistoryGap | null): HttpRejection {
  switch (gap) {
    case 'damaged':
      return new HttpRejection(
        503,
        'historyDamaged',
        'History cannot be read, because its file is damaged; the market itself is not affected. Ask your operator to rebuild it.',
        retryAfterSeconds,
      );
    case 'rebuilding':
      return new HttpRejection(
        503,
        'historyRebuilding',
        'History cannot be read yet, because it is being rebuilt; the market itself is not affected. Try again later.',
        retryAfterSeconds,
      );
    default:
      return new HttpRejection(
        503,
        'historyUnavailable',
        'History cannot be read at present; the market itself is not affected. Try again later, and tell your operator if it happens again.',
        retryAfterSeconds,
      );
  }
}
