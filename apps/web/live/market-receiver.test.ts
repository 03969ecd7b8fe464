import type { MarketRow, MarketRowChange } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { marketRow } from '../testing/rows.ts';
import { createMarketReceiver, type MarketSource } from './market-receiver.ts';

const rowOf = marketRow;

function receiverOf(...rows: MarketRow[]) {
  const store = createKeyedStore<MarketRow, string>((row) => row.contract, createManualScheduler());
  const completed: number[] = [];
  const requests: string[] = [];
  const receiver = createMarketReceiver({ store, onCompleted: (count) => completed.push(count) });
  const source: MarketSource = { hasWholeMarket: true, requestRows: () => requests.push('market') };
  const screen: MarketSource = { hasWholeMarket: false, requestRows: () => requests.push('screen') };
  receiver.chunk({ index: 0, of: 1, rows }, source);
  receiver.completed({ count: rows.length, asOf: 1 }, source);
  const change = (contract: string, version: number, fields: Partial<MarketRow> = {}) =>
    receiver.display({ asOf: 2, rows: [{ contract, version, ...fields } as MarketRowChange] }, source);
  return { store, receiver, source, screen, requests, completed, change };
}

describe('receiving market rows', () => {
  it('loads whole rows in chunks and is complete with the last one', () => {
    const { store, completed } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    expect(store.status()).toBe('success');
    expect(completed).toEqual([2]);
  });

  describe('[API-7] prices from before the first chunk', () => {
    const { contract, displaySeq, instrument, contractDisplay, contractDate, systemCode, last, mtm, time } =
      rowOf('DEC26 WMAZ');
    const price = {
      ...{ contract, displaySeq, instrument, contractDisplay, contractDate, systemCode, last, mtm, time },
      bid: 4_034.8,
      offer: 4_035.2,
    };
    const started = () => {
      const kit = receiverOf();
      kit.receiver.reset();
      return kit;
    };

    it('fill the rows, until a chunk of any version takes their place', () => {
      const { store, receiver, source } = started();
      receiver.prices([price]);
      expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.8, offer: 4_035.2, bidQty: 0 });
      receiver.chunk(
        { index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 0, bid: 1, bidQty: 5 })] },
        source,
      );
      expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 0, bid: 1, bidQty: 5 });
    });

    it('change nothing once a chunk has arrived, and no row that is there', () => {
      const { store, receiver } = receiverOf(rowOf('DEC26 WMAZ', { bid: 7 }));
      receiver.prices([price, { ...price, contract: 'MAR27 WMAZ' }]);
      expect(store.keys()).toEqual(['DEC26 WMAZ']);
      receiver.reset();
      receiver.prices([price, { ...price, contract: 'MAR27 WMAZ' }]);
      expect(store.get('DEC26 WMAZ')?.bid).toBe(7);
      expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    });

    it('take no single fields of a change, which would leave a row with old and new values', () => {
      const { store, receiver, change, requests } = started();
      receiver.prices([price]);
      change('DEC26 WMAZ', 9, { bidQty: 12 });
      expect(store.get('DEC26 WMAZ')?.bidQty).toBe(0);
      expect(requests).toEqual(['market']);
    });

    it('are gone when the market turns out not to have the contract', () => {
      const { store, receiver, source } = started();
      receiver.prices([price]);
      receiver.chunk({ index: 0, of: 1, rows: [rowOf('MAR27 WMAZ')] }, source);
      receiver.completed({ count: 1, asOf: 1 }, source);
      expect(store.keys()).toEqual(['MAR27 WMAZ']);
    });
  });

  it('changes the fields of a newer version and keeps the others', () => {
    const { store, change } = receiverOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, offer: 4_035.2, version: 3 }));
    change('DEC26 WMAZ', 5, { bid: 4_034.6 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.6, offer: 4_035.2, version: 5 });
  });

  it.each([3, 2])('drops a change of version %d when version 3 is known', (version) => {
    const { store, change } = receiverOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, version: 3 }));
    change('DEC26 WMAZ', version, { bid: 1 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.8, version: 3 });
  });

  it('drops a chunk that is older than a change from another connection', () => {
    const { store, receiver, source, change } = receiverOf(rowOf('DEC26 WMAZ'));
    change('DEC26 WMAZ', 9, { bid: 7 });
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 8, bid: 6 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 9, bid: 7 });
  });

  it('[MODEL-3] overwrites openInterest only with a non-zero value', () => {
    const { store, receiver, source, change } = receiverOf(rowOf('DEC26 WMAZ', { openInterest: 500 }));
    change('DEC26 WMAZ', 2, { openInterest: 0, volume: 9 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ openInterest: 500, volume: 9 });
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 3, openInterest: 0 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 3, openInterest: 500 });
    change('DEC26 WMAZ', 4, { openInterest: 501 });
    expect(store.get('DEC26 WMAZ')?.openInterest).toBe(501);
  });

  it('does not show a change of an unknown contract, but requests its row, once', () => {
    const { store, receiver, screen, requests } = receiverOf(rowOf('DEC26 WMAZ'));
    const rows = [{ contract: 'MAY27 WMAZ', version: 4, bid: 1 }];
    receiver.display({ asOf: 2, rows }, screen);
    receiver.display({ asOf: 3, rows: [{ contract: 'MAY27 WMAZ', version: 5, bid: 2 }] }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
    expect(requests).toEqual(['screen']);
  });

  it('requests a contract again that was known and then removed', () => {
    const { store, receiver, source, requests, change } = receiverOf(rowOf('DEC26 WMAZ'));
    change('MAY27 WMAZ', 4, { bid: 1 });
    receiver.chunk(
      { index: 0, of: 1, rows: [rowOf('DEC26 WMAZ'), rowOf('MAY27 WMAZ', { version: 4 })] },
      source,
    );
    receiver.completed({ count: 2, asOf: 4 }, source);
    change('MAY27 WMAZ', 5, { bid: 3 });
    expect(store.get('MAY27 WMAZ')?.bid).toBe(3);
    store.remove(['MAY27 WMAZ']);
    change('MAY27 WMAZ', 6, { bid: 4 });
    expect(requests).toEqual(['market', 'market']);
  });

  it('shows a new whole row at once', () => {
    const { store, receiver, source, requests } = receiverOf(rowOf('DEC26 WMAZ'));
    receiver.display({ asOf: 2, rows: [rowOf('JUL27 WMAZ', { version: 1 })] }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'JUL27 WMAZ']);
    expect(requests).toEqual([]);
  });

  it('removes rows that the whole market no longer contains, but not rows that one screen does not', () => {
    const { store, receiver, source, screen } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, screen);
    receiver.completed({ count: 1, asOf: 2 }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, source);
    receiver.completed({ count: 1, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });

  it('removes nothing when the count shows that a chunk is missing', () => {
    const { store, receiver, source } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    receiver.chunk({ index: 0, of: 2, rows: [rowOf('DEC26 WMAZ')] }, source);
    receiver.completed({ count: 2, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
  });

  it('[HUB-3] adds new strikes of options and deltas only', () => {
    const { store, receiver } = receiverOf(rowOf('DEC26 WMAZ'));
    const strikeOf = (contract: string, CONTRACT_TYPE: 1 | 2 | 5, flag: 'F' | 'C') =>
      rowOf(contract, { contractDisplay: { flag, strike: flag === 'F' ? 0 : 4_000, CONTRACT_TYPE } });
    receiver.newStrikes([
      strikeOf('DEC26 4000C WMAZ', 2, 'C'),
      strikeOf('DEC26 4000C D WMAZ', 5, 'C'),
      strikeOf('SEP27 WMAZ', 1, 'F'),
    ]);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'DEC26 4000C WMAZ', 'DEC26 4000C D WMAZ']);
  });

  it('throws for a row without a contract, and adds none', () => {
    const { store, receiver, source } = receiverOf(rowOf('DEC26 WMAZ'));
    expect(() => receiver.display({ asOf: 2, rows: [{ version: 2 } as MarketRowChange] }, source)).toThrow(
      'has no contract',
    );
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });
});
