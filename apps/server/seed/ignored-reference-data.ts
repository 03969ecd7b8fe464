// A file of `--reference-data` is used by the first start only. Later starts say so if the file and the market differ, because
// the operator may believe that the file applies.

import { type MarketFile, ReferenceDataError } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import { operatorCommand, quotedPath } from '@openpit/storage';
import type { ReferenceData } from '@openpit/venue';
import { readMarketFile } from '../read-files.ts';
import type { MarketQueries } from '../running-market.ts';

/** A sentence for the operator; null if the market already has all contents of the file. */
export async function ignoredReferenceData(
  file: string,
  {
    dataFolder,
    view,
    compareReferenceData,
  }: {
    readonly dataFolder: string;
    readonly view: Pick<MarketView, 'directory'>;
    readonly compareReferenceData: MarketQueries['compareReferenceData'];
  },
): Promise<string | null> {
  const ignored = `The reference data ${file} was not used, because ${dataFolder} already has a market`;
  let read: MarketFile;
  try {
    read = await readMarketFile(file);
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    return `${ignored}. It could not be compared with that market: ${error.message}`;
  }
  const { referenceData } = read;
  const comparison = compareReferenceData({ referenceData, effectiveFrom: null });
  const isSame =
    !('code' in comparison) &&
    comparison.changes.length === 0 &&
    comparison.faults.length === 0 &&
    hasParties(view, referenceData);
  if (isSame) return null;
  const command = (action: string) => `"${operatorCommand(`${action} ${quotedPath(file)}`, dataFolder)}"`;
  return `${ignored}, which differs from it. ${command('reference diff')} lists the differences, ${command('reference apply')} makes them.`;
}

/** Members that the operator has added later are not a difference, because the file describes the beginning. */
function hasParties({ directory }: Pick<MarketView, 'directory'>, file: ReferenceData): boolean {
  const { members, dealers, clients, tripartites } = directory.referenceData;
  const textOf = (row: object) => JSON.stringify(Object.entries(row).sort());
  return (
    [
      [members, file.members],
      [dealers, file.dealers],
      [clients, file.clients],
      [tripartites, file.tripartites ?? []],
    ] as const
  ).every(([before, after]) => {
    const texts = new Set(before.map(textOf));
    return after.every((row) => texts.has(textOf(row)));
  });
}
