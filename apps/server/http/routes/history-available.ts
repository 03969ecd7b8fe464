// The reply while history cannot answer: 503 with the reason.
import { CallRejected } from '@openpit/market';
import { HistoryUnavailable, utcMinute } from '../../history/history.ts';

const retryAfterSeconds = 30;

/** Turns HistoryUnavailable into a rejection. */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof HistoryUnavailable ? rejectionOf(error) : error;
  }
}

function rejectionOf({ gap, since }: HistoryUnavailable): CallRejected {
  const time = utcMinute(since ?? Date.now());
  if (gap === 'damaged')
    return new CallRejected(
      503,
      'historyDamaged',
      `History has not been readable since ${time}, because its file is damaged. Trading does not depend on it. Ask your operator to rebuild it.`,
      retryAfterSeconds,
    );
  if (gap === 'rebuilding')
    return new CallRejected(
      503,
      'historyRebuilding',
      'History cannot be read yet, because it is being rebuilt. Trading does not depend on it. Try again later.',
      retryAfterSeconds,
    );
  return new CallRejected(
    503,
    'historyUnavailable',
    `History has not been readable since ${time}. Trading does not depend on it. Try again later, and tell your operator if it happens again.`,
    retryAfterSeconds,
  );
}
