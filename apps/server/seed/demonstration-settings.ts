// The settings of a demonstration in the database: the seed of its illustrative history, and the past that is still to be simulated.

import type { PastPlan } from '@openpit/market';
import { type Db, deleteSetting, findSetting, putSetting } from '@openpit/storage';

const illustrationName = 'illustrativeHistorySeed';
const pastName = 'demonstrationPast';
/** The market was opened with the contracts of a demonstration that has a past, and lists their followers. */
const listingName = 'demonstrationLists';

/**
 * The seed of this folder's illustrative history; null for a market without one. For a
 * new folder it is stored or deleted, according to the market that is about to be opened.
 */
export async function illustrationSeed(
  db: Db,
  market: { readonly isNew: boolean; readonly isIllustrated: boolean; readonly seed: number },
): Promise<number | null> {
  if (market.isNew && market.isIllustrated)
    await putSetting(db, { key: illustrationName, value: String(market.seed) });
  else if (market.isNew) await deleteSetting(db, illustrationName);
  const setting = await findSetting(db, illustrationName);
  return setting === undefined ? null : Number(setting);
}

/** The past that an earlier start has begun to simulate; null if none is unfinished. */
export async function unfinishedPast(db: Db): Promise<PastPlan | null> {
  const text = await findSetting(db, pastName);
  return text === undefined ? null : (JSON.parse(text) as PastPlan);
}

export async function keepPast(db: Db, plan: PastPlan): Promise<void> {
  await putSetting(db, { key: pastName, value: JSON.stringify(plan) });
  await putSetting(db, { key: listingName, value: 'daily' });
}

/** Whether the market lists contracts while it runs (daily-listing.ts). */
export const listsDaily = async (db: Db): Promise<boolean> =>
  (await findSetting(db, listingName)) !== undefined;

/** For a new market, which ignores the settings of an earlier market in the same database. */
export async function forgetPast(db: Db): Promise<void> {
  await deleteSetting(db, pastName);
  await deleteSetting(db, listingName);
}

export async function pastIsPlayed(db: Db): Promise<void> {
  await deleteSetting(db, pastName);
}
