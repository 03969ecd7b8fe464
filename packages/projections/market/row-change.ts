// The change of a market row: the fields that differ from the row that was sent last.
import { contractTypes, type MarketRow } from '@openpit/wire';

/**
 * @returns the fields that differ, null if none does. Fields that never change while a contract is listed
 *   are not compared.
 */
export function differing(before: MarketRow, after: MarketRow): Partial<MarketRow> | null {
  const fields: Record<string, unknown> = {};
  let isChanged = false;
  for (const name of after.contractDisplay.CONTRACT_TYPE === contractTypes.future
    ? changingFields
    : allChangingFields) {
    if (before[name] === after[name]) continue;
    fields[name] = after[name];
    isChanged = true;
  }
  return isChanged ? fields : null;
}

const changingFields = [
  'buyer',
  'bidQty',
  'bid',
  'offer',
  'offerQty',
  'seller',
  'last',
  'lastQty',
  'change',
  'high',
  'low',
  'open',
  'volume',
  'deals',
  'openInterest',
  'mtm',
  'vwap',
  'limitLow',
  'limitHigh',
  'time',
  'indicative',
  'indicativeQty',
  'noticeUntil',
] as const satisfies readonly (keyof MarketRow)[];

const allChangingFields = [
  ...changingFields,
  'reference',
  'daysToExpiry',
  'bidVol',
  'offerVol',
  'mtmVol',
  'bidPremium',
  'offerPremium',
  'delta',
  'nearBid',
  'nearOffer',
  'farBid',
  'farOffer',
  'impliedBid',
  'impliedOffer',
] as const satisfies readonly (keyof MarketRow)[];
