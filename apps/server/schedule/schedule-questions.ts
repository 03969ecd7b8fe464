// Stores the schedule's pending question in the database, so that it survives a restart, with the last time before the clock
// became doubtful.

import type { ScheduleQuestions } from '@openpit/market';
import { type Db, deleteSetting, findSetting, putSetting } from '@openpit/storage';

const key = 'scheduleQuestion';
const seenKey = 'scheduleSeenAt';

/** The last time before the pending question, or null if there is none. */
export async function seenBeforeQuestion(db: Db): Promise<number | null> {
  const seenAt = await findSetting(db, seenKey);
  return seenAt === undefined || (await findSetting(db, key)) === undefined ? null : Number(seenAt);
}

export function scheduleQuestions(db: Db): ScheduleQuestions {
  return {
    find: async () => (await findSetting(db, key)) ?? null,
    put: async (question, seenAt) => {
      await putSetting(db, { key: seenKey, value: String(seenAt) });
      await putSetting(db, { key, value: question });
    },
    delete: async () => {
      await deleteSetting(db, key);
    },
  };
}
