// Money and prices leave the market here: integer cents inside, rand as numbers on the wire (design §1).
import type { Cents } from '@openpit/venue';

export const rand = (amount: Cents): number => amount / 100;
export const randOrNull = (amount: Cents | null | undefined): number | null =>
  amount === null || amount === undefined ? null : amount / 100;
