import { describe, expect, it } from 'vitest';
import {
  classifyContract,
  contractTypes,
  dataSetIds,
  dataSetNameOf,
  marketHub,
  marketHubPath,
  orderTypeOf,
  orderTypes,
  subscribeBatchSize,
} from './index.ts';
import { applyDepthUpdates, type DepthUpdateType, emptyDepthRow } from './rows/depth-row.ts';

describe('the enumerations on the wire', () => {
  it('[MODEL-6] number the silo sets that the specification leaves open in the order of the auction: 22 to 26', () => {
    const open = Object.entries(dataSetIds).filter(([, id]) => id > 21 && id < 27);
    expect(open).toEqual([
      ['siloAuctions', 22],
      ['siloBids', 23],
      ['siloOffers', 24],
      ['siloAllocations', 25],
      ['siloInvoices', 26],
    ]);
  });

  it('[MODEL-6] number the data sets as the specification does, 1 to 21 and 27, and each number once', () => {
    const { siloPositions, ...others } = dataSetIds;
    expect(siloPositions).toBe(27);
    const named = Object.entries(others).filter(([, id]) => id <= 21);
    expect(named.map(([name]) => name)).toEqual([
      'activeOrders',
      'instruments',
      'holidays',
      'contractDate',
      'positions',
      'completedOrders',
      'deals',
      'unmatchedDeal',
      'mtm',
      'consPositions',
      'prices',
      'dailyTrends',
      'earlyValuations',
      'breakDownAnalysis',
      'margins',
      'bfProfiles',
      'movements',
      'clearingInfo',
      'preMarketOrders',
      'clearing',
      'siloCerts',
    ]);
    expect(named.map(([, id]) => id)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(new Set(Object.values(dataSetIds)).size).toBe(27);
    expect(dataSetNameOf(19)).toBe('preMarketOrders');
    expect([dataSetNameOf(0), dataSetNameOf(28)]).toEqual([undefined, undefined]);
  });

  it('[MODEL-1] number the order types 0, 1 and 2, and print them as NOR, TOK and FOK', () => {
    expect(Object.entries(orderTypes).map(([type, { code, short }]) => [type, code, short])).toEqual([
      ['Normal', 0, 'NOR'],
      ['Tok', 1, 'TOK'],
      ['Fok', 2, 'FOK'],
    ]);
    expect(([0, 1, 2] as const).map(orderTypeOf)).toEqual(['Normal', 'Tok', 'Fok']);
  });

  it.each<[DepthUpdateType, object]>([
    [1, { buyer: 'KAND' }],
    [2, { bidPrice: 4_030 }],
    [3, { bidQty: 7 }],
    [4, { offerQty: 9 }],
    [5, { sellPrice: 4_031 }],
    [6, { seller: 'VELD' }],
  ])(
    '[MODEL-2] set one cell of a depth row by the update type %i, and clear the row by 0',
    (updateType, cell) => {
      const cleared = { buyer: null, bidPrice: null, bidQty: 0, offerQty: 0, sellPrice: null, seller: null };
      expect(emptyDepthRow).toEqual(cleared);
      const [updateValue = null] = Object.values(cell);
      const below = { ...cleared, bidPrice: 4_000, bidQty: 1 };
      const rows = applyDepthUpdates([cleared, below], [{ updateType, updateValue, rowNumber: 0 }]);
      expect(rows).toEqual([{ ...cleared, ...cell }, below]);
      const clear = { updateType: 0, updateValue: null, rowNumber: 0 } as const;
      expect(applyDepthUpdates(rows, [clear])).toEqual([cleared, below]);
    },
  );

  it('[MODEL-3] [MODEL-4] number the kinds of contracts, which flag and strike confirm', () => {
    expect(contractTypes).toEqual({ future: 1, option: 2, spread: 3, split: 4, delta: 5 });
    const kindOf = (flag: 'F' | 'C' | 'P', strike: number, CONTRACT_TYPE: 1 | 2 | 3 | 4 | 5) =>
      classifyContract({ flag, strike, CONTRACT_TYPE });
    expect([kindOf('F', 0, 1), kindOf('C', 4_000, 2), kindOf('P', 4_000, 5)]).toEqual([
      'futures',
      'options',
      'deltas',
    ]);
    expect([kindOf('F', 0, 3), kindOf('F', 0, 4)]).toEqual(['spreads', 'splits']);
    expect([kindOf('F', 4_000, 1), kindOf('F', 4_000, 2), kindOf('C', 0, 2), kindOf('P', 0, 5)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('[HUB-2] [HUB-3] name the methods and events of the hub as the specification does', () => {
    expect(Object.keys(marketHub.methods).sort()).toEqual(
      [
        'SubscribeToGroups',
        'SubscribeDepth',
        'SubscribeToStrike',
        'SubscribeToDailyTrend',
        'DisconnectCheck',
        'PublishAllData',
        'GetMarketDisplayChunks',
        'Subscribe',
        'Unsubscribe',
      ].sort(),
    );
    expect(Object.keys(marketHub.events)).toEqual(
      expect.arrayContaining([
        'onConnected',
        'InfoErrorMessage',
        'MarketAnnouncement',
        'DepthSnapshot',
        'DepthSnapshotUpdate',
        'NewStrikeAdded',
        'MarketInit',
        'MarketDisplay',
        'MarketDisplayChunk',
        'MarketDisplayCompleted',
        'MTMInit',
        'ContractDateInit',
        'InstrumentsInit',
        'DailyTrendsInit',
        'DailyTrendUpdate',
        'DownloadsCompleted',
      ]),
    );
    expect([marketHubPath, subscribeBatchSize]).toEqual(['/market', 500]);
  });
});
