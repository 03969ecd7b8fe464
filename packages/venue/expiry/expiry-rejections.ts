// The rejections of exercise and abandon.

import { detailed, rejectionsFrom } from '../kernel/rejection.ts';
import { lotsText } from '../kernel/units.ts';

export const expiryRejections = {
  contractNotOption: detailed({
    when: 'exercise, abandon',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) => `${v.contract} is not an option. Only options are exercised or abandoned.`,
  }),
  exerciseNotNow: detailed<{
    contract: string;
    expiry: string;
    when: 'before' | 'expiryDay';
    abandoned?: number;
  }>({
    when: 'exercise outside administration; on the expiry day after continuous trading; third sentence for an account that has abandoned lots',
    examples: [
      { contract: 'MAR27 WMAZ 4000 C', expiry: '2027-02-19', when: 'before' },
      { contract: 'MAR27 WMAZ 4000 C', expiry: '2027-02-19', when: 'expiryDay' },
      { contract: 'MAR27 WMAZ 4000 C', expiry: '2027-02-19', when: 'expiryDay', abandoned: 4 },
    ],
    sentence: (v) =>
      v.when === 'before'
        ? `${v.contract} can be exercised in administration, and on its expiry day ${v.expiry} until trading ends. Wait for the administration.`
        : `${v.contract} expires today, and can be exercised until trading ends. It is exercised automatically if it is in the money${
            v.abandoned === undefined
              ? ''
              : `, except for the ${lotsText(v.abandoned)} that you have abandoned. Abandon 0 lots to withdraw that`
          }.`,
  }),
  abandonNotExpiryDay: detailed({
    when: 'abandon',
    examples: [{ contract: 'MAR27 WMAZ 4000 C', expiry: '2027-02-19' }],
    sentence: (v) =>
      `${v.contract} can be abandoned only on its expiry day, ${v.expiry}. Until then it is exercised only if you ask for it.`,
  }),
  nothingAbandoned: detailed({
    when: 'abandon 0 lots without an earlier instruction',
    examples: [{ principal: '9996S', contract: 'MAR27 WMAZ 4000 C' }],
    sentence: (v) =>
      `${v.principal} has abandoned no lots of ${v.contract}: there is nothing to withdraw. Give the number of lots to abandon.`,
  }),
  lotsAboveLong: detailed<{ principal: string; contract: string; lots: number; long?: number }>({
    when: 'exercise, abandon; the second sentence is for dealers with own-only visibility',
    examples: [
      { principal: '9996S', contract: 'MAR27 WMAZ 4000 C', lots: 12, long: 10 },
      { principal: '9996S', contract: 'MAR27 WMAZ 4000 C', lots: 12 },
    ],
    sentence: (v) =>
      v.long === undefined
        ? `${v.principal} does not hold ${lotsText(v.lots)} of ${v.contract}.`
        : v.long === 0
          ? `${v.principal} is not long ${v.contract}: there is nothing to exercise or abandon.`
          : `${v.principal} is long ${lotsText(v.long)} of ${v.contract}, fewer than ${v.lots}. Choose at most ${v.long}.`,
  }),
};

export const reject = rejectionsFrom(expiryRejections);
