import type { MarketRow, MarketRowChange } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import { createManualScheduler } from '../stores/manual-scheduler.ts';
import { marketRow } from '../testing/rows.ts';
import { createMarketIntake, type MarketSource } from './market-intake.ts';

const rowOf = marketRow;

function intakeOf(...rows: MarketRow[]) {
  const store = createKeyedStore<MarketRow, string>((row) => row.contract, createManualScheduler());
  const completed: number[] = [];
  const asked: string[] = [];
  const intake = createMarketIntake({ store, onCompleted: (count) => completed.push(count) });
  const source: MarketSource = { hasWholeMarket: true, askRows: () => asked.push('market') };
  const screen: MarketSource = { hasWholeMarket: false, askRows: () => asked.push('screen') };
  intake.chunk({ index: 0, of: 1, rows }, source);
  intake.completed({ count: rows.length, asOf: 1 }, source);
  const change = (contract: string, version: number, fields: Partial<MarketRow> = {}) =>
    intake.display({ asOf: 2, rows: [{ contract, version, ...fields } as MarketRowChange] }, source);
  return { store, intake, source, screen, asked, completed, change };
}

describe('market rows', () => {
  it('come whole in chunks and are complete with the last one', () => {
    const { store, completed } = intakeOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    expect(store.status()).toBe('success');
    expect(completed).toEqual([2]);
  });

  it('take the changed fields of a newer version and leave the others', () => {
    const { store, change } = intakeOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, offer: 4_035.2, version: 3 }));
    change('DEC26 WMAZ', 5, { bid: 4_034.6 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.6, offer: 4_035.2, version: 5 });
  });

  it.each([3, 2])('drop a change of version %d when version 3 is known', (version) => {
    const { store, change } = intakeOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, version: 3 }));
    change('DEC26 WMAZ', version, { bid: 1 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.8, version: 3 });
  });

  it('drop a chunk that is older than a change that another connection brought', () => {
    const { store, intake, source, change } = intakeOf(rowOf('DEC26 WMAZ'));
    change('DEC26 WMAZ', 9, { bid: 7 });
    intake.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 8, bid: 6 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 9, bid: 7 });
  });

  it('[MODEL-3] overwrite openInterest only with a non-zero value', () => {
    const { store, intake, source, change } = intakeOf(rowOf('DEC26 WMAZ', { openInterest: 500 }));
    change('DEC26 WMAZ', 2, { openInterest: 0, volume: 9 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ openInterest: 500, volume: 9 });
    intake.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 3, openInterest: 0 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 3, openInterest: 500 });
    change('DEC26 WMAZ', 4, { openInterest: 501 });
    expect(store.get('DEC26 WMAZ')?.openInterest).toBe(501);
  });

  it('of an unknown contract are not shown but asked for, once', () => {
    const { store, intake, screen, asked } = intakeOf(rowOf('DEC26 WMAZ'));
    const rows = [{ contract: 'MAY27 WMAZ', version: 4, bid: 1 }];
    intake.display({ asOf: 2, rows }, screen);
    intake.display({ asOf: 3, rows: [{ contract: 'MAY27 WMAZ', version: 5, bid: 2 }] }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
    expect(asked).toEqual(['screen']);
  });

  it('of a contract that has become known are asked for again when it is lost again', () => {
    const { store, intake, source, asked, change } = intakeOf(rowOf('DEC26 WMAZ'));
    change('MAY27 WMAZ', 4, { bid: 1 });
    intake.chunk(
      { index: 0, of: 1, rows: [rowOf('DEC26 WMAZ'), rowOf('MAY27 WMAZ', { version: 4 })] },
      source,
    );
    intake.completed({ count: 2, asOf: 4 }, source);
    change('MAY27 WMAZ', 5, { bid: 3 });
    expect(store.get('MAY27 WMAZ')?.bid).toBe(3);
    store.remove(['MAY27 WMAZ']);
    change('MAY27 WMAZ', 6, { bid: 4 });
    expect(asked).toEqual(['market', 'market']);
  });

  it('that are new and whole are shown at once', () => {
    const { store, intake, source, asked } = intakeOf(rowOf('DEC26 WMAZ'));
    intake.display({ asOf: 2, rows: [rowOf('JUL27 WMAZ', { version: 1 })] }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'JUL27 WMAZ']);
    expect(asked).toEqual([]);
  });

  it('go when the whole market no longer has them, but not when only one screen has sent its part', () => {
    const { store, intake, source, screen } = intakeOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    intake.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, screen);
    intake.completed({ count: 1, asOf: 2 }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    intake.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, source);
    intake.completed({ count: 1, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });

  it('stay when the count shows that a chunk is missing', () => {
    const { store, intake, source } = intakeOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    intake.chunk({ index: 0, of: 2, rows: [rowOf('DEC26 WMAZ')] }, source);
    intake.completed({ count: 2, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
  });

  it('[HUB-3] of a new strike come in for options and deltas only', () => {
    const { store, intake } = intakeOf(rowOf('DEC26 WMAZ'));
    const strikeOf = (contract: string, CONTRACT_TYPE: 1 | 2 | 5, flag: 'F' | 'C') =>
      rowOf(contract, { contractDisplay: { flag, strike: flag === 'F' ? 0 : 4_000, CONTRACT_TYPE } });
    intake.newStrikes([
      strikeOf('DEC26 4000C WMAZ', 2, 'C'),
      strikeOf('DEC26 4000C D WMAZ', 5, 'C'),
      strikeOf('SEP27 WMAZ', 1, 'F'),
    ]);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'DEC26 4000C WMAZ', 'DEC26 4000C D WMAZ']);
  });

  it('without a contract are an error, not a row', () => {
    const { store, intake, source } = intakeOf(rowOf('DEC26 WMAZ'));
    expect(() => intake.display({ asOf: 2, rows: [{ version: 2 } as MarketRowChange] }, source)).toThrow(
      'without its contract',
    );
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });
});
