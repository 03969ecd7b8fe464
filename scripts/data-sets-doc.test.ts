// The table of data sets in docs/market/data.md equals the wire's table.
import { readFileSync } from 'node:fs';
import {
  type BreakdownRow,
  type DataSet,
  type DataSetName,
  dataSetIds,
  dataSets,
  type EarlyValuationRow,
} from '@openpit/wire';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../docs/market/data.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('\n## Data sets\n')).split('\n## ')[1] ?? '';
/** By number: name, key and owner of the rows as the page has them. */
const documented = new Map(
  Array.from(section.matchAll(/^\| (\d+) \| `(\w+)` \| (.*?) \| (\w*) ?\| .*$/gm), (match) => {
    const [, id, name, key = '', owner] = match;
    return [Number(id), { name, key, owner }] as const;
  }),
);
const ownerNames: Readonly<Record<DataSet['owner'], string>> = {
  market: 'everyone',
  dealers: 'dealers',
  accounts: 'accounts',
};
const recognised: keyof BreakdownRow = 'dealtPremium';
const recognisedEarly: keyof EarlyValuationRow = 'spotPrice';

describe('the table of data sets in the market rules', () => {
  it('[MODEL-5] [MODEL-6] has the key and the owner of every set that has rows, and says which have none yet', () => {
    for (const [name, id] of Object.entries(dataSetIds)) {
      const row = documented.get(id);
      expect(row?.name, `set ${id}`).toBe(name);
      const set: DataSet | undefined = (dataSets as Partial<Record<DataSetName, DataSet>>)[
        name as DataSetName
      ];
      if (set === undefined) expect(row?.key).toContain('not built yet');
      else {
        expect(row?.key, name).toMatch(new RegExp(`^\`${set.key}\``));
        expect(row?.owner, name).toBe(ownerNames[set.owner]);
      }
    }
  });

  it('[MODEL-5] names the set of each field that identifies a kind of record', () => {
    const setsOf = (field: string) =>
      [...documented].filter(([, { key }]) => key.includes(`recognised by \`${field}\``)).map(([id]) => id);
    expect(setsOf(recognised)).toEqual([dataSetIds.breakDownAnalysis]);
    expect(setsOf(recognisedEarly)).toEqual([dataSetIds.earlyValuations]);
  });
});
