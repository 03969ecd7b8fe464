import { describe, expect, it } from 'vitest';
import { dealerFilterOf, firstDealer, isOfDealer } from './chosen.ts';

const dealers = [
  { code: 'THN', name: 'Thandi Nkosi', branch: 'Johannesburg' },
  { code: 'SIB', name: 'Sibusiso Zulu', branch: 'Johannesburg' },
  { code: 'JVM', name: 'Johan van der Merwe', branch: 'Bothaville' },
];
const filterOf = (dealer: string, branch: string) => dealerFilterOf({ dealer, branch }, dealers);

describe('the filter by dealer of the preferences', () => {
  it('[PREF-7] is off while neither dealer nor branch is given', () => {
    expect(filterOf('', ' ')).toBeNull();
    expect(isOfDealer(null, 'JVM')).toBe(true);
  });

  it('[PREF-7] shows the rows of the dealer, or of all dealers of the branch', () => {
    expect(filterOf('jvm ', '')).toEqual({ label: 'Dealer JVM', dealers: ['JVM'] });
    expect(filterOf('', 'johannesburg')).toEqual({ label: 'Branch johannesburg', dealers: ['THN', 'SIB'] });
    expect(filterOf('OLD', '')).toEqual({ label: 'Dealer OLD', dealers: ['OLD'] });
  });

  it('[PREF-7] shows no rows if the dealer is not in the branch, or if the branch has no dealers', () => {
    expect(filterOf('JVM', 'Bothaville')).toEqual({
      label: 'Dealer JVM, Branch Bothaville',
      dealers: ['JVM'],
    });
    expect(filterOf('JVM', 'Johannesburg')?.dealers).toEqual([]);
    expect(filterOf('', 'Durban')?.dealers).toEqual([]);
  });

  it('[PREF-7] shows rows that wait for any dealer', () => {
    const filter = filterOf('JVM', '');
    expect([null, 'JVM', 'THN'].map((dealer) => isOfDealer(filter, dealer))).toEqual([true, true, false]);
  });

  it('[PREF-7] fills a form that asks for a dealer, if the member lists that dealer', () => {
    const first = (dealer: string) => firstDealer({ dealer, branch: '' }, { dealerCode: 'THN', dealers });
    expect(['jvm', 'OLD', ''].map(first)).toEqual(['JVM', 'THN', 'THN']);
  });
});
