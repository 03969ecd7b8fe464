// Keeps the question of the schedule in the database, so that a restart does not answer it.
import { type Db, deleteSetting, findSetting, putSetting } from '@openpit/storage';
import type { ScheduleQuestions } from './run-schedule.ts';

const key = 'scheduleQuestion';

export function scheduleQuestions(db: Db): ScheduleQuestions {
  return {
    find: async () => (await findSetting(db, key)) ?? null,
    put: (question) => putSetting(db, { key, value: question }),
    delete: async () => {
      await deleteSetting(db, key);
    },
  };
}
