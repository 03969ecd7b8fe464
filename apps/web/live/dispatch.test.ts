import { describe, expect, it } from 'vitest';
import { createDispatch, type HubHandlers } from './dispatch.ts';

function dispatchOf() {
  const log: string[] = [];
  const pass = () => undefined;
  const handlers: HubHandlers<string> = {
    onConnected: pass,
    InfoErrorMessage: ({ message }, source) => void log.push(`${source}: ${message}`),
    MarketAnnouncement: pass,
    DepthSnapshot: () => {
      throw new Error('No contract found for snapshot');
    },
    DepthSnapshotUpdate: pass,
    MarketInit: pass,
    MarketDisplay: ({ rows }) => void log.push(`${rows.length} rows`),
    MarketDisplayChunk: pass,
    MarketDisplayCompleted: pass,
    NewStrikeAdded: pass,
    MTMInit: pass,
    ContractDateInit: pass,
    InstrumentsInit: pass,
    DailyTrendsInit: pass,
    DailyTrendUpdate: pass,
    DataSetInit: pass,
    DataSetUpdate: pass,
    DownloadsCompleted: pass,
  };
  const dispatch = createDispatch({
    handlers,
    onRejected: (event, fault) => log.push(`rejected ${event}: ${fault}`),
    onFailed: (event, error) =>
      log.push(`failed ${event}: ${error instanceof Error ? error.message : error}`),
  });
  return { dispatch, log };
}

describe('a message of the hub', () => {
  it('is given to the handler of its event, with its connection', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('InfoErrorMessage', { message: 'The market opens at 9.' }, 'market');
    expect(log).toEqual(['market: The market opens at 9.']);
  });

  it('[HUB-6] is dropped when a field is neither scalar nor object, and the next one is still handled', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('MarketDisplay', { asOf: 1, rows: [{ contract: 'DEC26 WMAZ', bid: Number.NaN }] }, 'Futures');
    dispatch('MarketDisplay', { asOf: 2, rows: [] }, 'Futures');
    expect(log).toEqual(['rejected MarketDisplay: rows[0].bid: NaN', '0 rows']);
  });

  it('[HUB-7] whose handler throws is logged, and affects nothing else', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('DepthSnapshot', { DisplaySeq: 99, DepthRows: [], seq: 1 }, 'depth');
    dispatch('MarketDisplay', 'no rows at all', 'Futures');
    dispatch('MarketDisplay', { asOf: 2, rows: [] }, 'Futures');
    expect(log[0]).toBe('failed DepthSnapshot: No contract found for snapshot');
    expect(log[1]).toMatch(/^failed MarketDisplay: /);
    expect(log[2]).toBe('0 rows');
  });
});
