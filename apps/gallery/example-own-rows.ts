// The example deals, positions and completed orders of the gallery. They fit its example market.
import type { CompletedOrderRow, DealRow, MarketRow, PositionRow } from '@openpit/wire';
import { contractRows } from './example-contract-rows.ts';
import { instruments, marketRows, marketTime } from './example-rows.ts';

const tonsOf = (instrument: string) =>
  instruments.find((one) => one.instrument === instrument)?.tonsPerContract ?? 100;

function rowOf(contract: string): MarketRow {
  const row = [...marketRows, ...contractRows].find((one) => one.contract === contract) ?? marketRows[0];
  if (row === undefined) throw new Error('The example market is empty.');
  return row;
}

const near = (row: MarketRow, ticks: number) => {
  const tick = instruments.find((one) => one.instrument === row.instrument)?.tick ?? 0.2;
  return Math.round(((row.last ?? row.mtm ?? 0) + ticks * tick) * 100) / 100;
};

const dealt: readonly (readonly [string, 'B' | 'S', number, number, string, boolean])[] = [
  ['DEC26 WMAZ', 'B', 12, -6, 'VELD', true],
  ['DEC26 WMAZ', 'B', 5, -4, 'RIET', false],
  ['MAR27 WMAZ', 'S', 8, 5, 'ODEN', true],
  ['DEC26 WEAT', 'S', 3, 11, 'LAND', false],
  ['MAR27 SUNS', 'B', 2, -3, 'BOSH', true],
  ['DEC26 WMAZ', 'S', 4, 9, 'VELD', false],
  ['MAY27 YMAZ', 'B', 20, 2, 'RIET', true],
];

export const deals: readonly DealRow[] = dealt.map(
  ([contract, side, qty, ticks, counterparty, isAggressor], index) => {
    const row = rowOf(contract);
    const price = near(row, ticks);
    const isAgency = index % 3 === 2;
    return {
      dealSeq: 70_410 + index * 2,
      matchSeq: 35_205 + index,
      time: marketTime - (dealt.length - index) * 214_000,
      contract,
      displaySeq: row.displaySeq,
      instrument: row.instrument,
      side,
      qty,
      price,
      value: Math.round(price * 100) * tonsOf(row.instrument) * qty * 0.01,
      activeOrderSeq: 1150 + index,
      principal: isAgency ? 'FARM1' : 'KAND',
      subAccount: null,
      member: 'KAND',
      dealer: 'ABD',
      capacity: isAgency ? 'A' : 'P',
      counterparty,
      origin: 'screen',
      state: index === 1 ? 'Split' : index === 6 ? 'Assigning' : 'Open',
      linkedGroup: index === 1 ? 12 : null,
      fee: index === 3 ? null : Math.round(qty * tonsOf(row.instrument) * 28.75) / 100,
      changes: [],
      ref: index === 4 ? 'KAND-000127' : String(300 + index),
      isAggressor,
    };
  },
);

/** In the money. */
const expiringCall =
  contractRows.find(({ contract, delta = 0 }) => /^DEC26 WMAZ \d+ C$/.test(contract) && delta < 0.95)
    ?.contract ?? '';

const held: readonly (readonly [string, string, number, number, number, number, number])[] = [
  // contract, principal, opening, bought, sold, ticks of the average from the last price, realised
  ['DEC26 WMAZ', 'KAND', 10, 17, 4, -7, 720],
  ['MAR27 WMAZ', 'FARM1', -5, 0, 8, 4, 0],
  ['DEC26 WEAT', 'KAND', 0, 0, 3, -9, 0],
  ['MAR27 SUNS', 'KAND', 3, 2, 5, 0, -1_250],
  ['MAY27 SOYA', 'MILL7', 15, 0, 0, 2, 0],
  [expiringCall, 'KAND', 8, 0, 0, -40, 0],
];

export const positions: readonly PositionRow[] = held.map(
  ([contract, principal, opening, bought, sold, ticks, realised], index) => {
    const row = rowOf(contract);
    const net = opening + bought - sold;
    const averagePrice = net === 0 ? null : near(row, ticks);
    return {
      positionSeq: 1 + index,
      principal,
      subAccount: null,
      member: 'KAND',
      contract,
      displaySeq: row.displaySeq,
      instrument: row.instrument,
      tons: tonsOf(row.instrument),
      opening,
      bought,
      sold,
      net,
      cost: averagePrice === null ? 0 : Math.round(averagePrice * net * 100) / 100,
      averagePrice,
      realised,
      margin: contract === expiringCall ? 0 : Math.abs(net) * 18_400,
      ...(contract === expiringCall && { abandoned: 2 }),
    };
  },
);

const ended: readonly (readonly [string, 'B' | 'S', number, number, CompletedOrderRow['state'], string])[] = [
  ['DEC26 WMAZ', 'B', 12, 12, 'Filled', 'All of it dealt.'],
  ['MAR27 WMAZ', 'S', 10, 8, 'Cancelled', 'Cancelled by a dealer'],
  ['DEC26 WEAT', 'S', 5, 0, 'Cancelled', 'Cancelled with all orders of the member.'],
  ['MAR27 SUNS', 'B', 6, 2, 'Killed', 'Take or kill: nothing more was there at its price.'],
  ['MAY27 YMAZ', 'B', 40, 0, 'Rejected', 'The price is outside of the daily limits (3 650.00 to 4 050.00).'],
  ['DEC26 WMAZ', 'S', 4, 4, 'Filled', 'All of it dealt.'],
  ['JUL27 WMAZ', 'B', 9, 0, 'Expired', 'The business day has ended.'],
];

export const completedOrders: readonly CompletedOrderRow[] = ended.map(
  ([contract, side, qty, lots, state, reason], index) => {
    const row = rowOf(contract);
    const price = near(row, side === 'B' ? 1 : -1);
    return {
      completedOrderSeq: 900 + index,
      activeOrderSeq: state === 'Rejected' ? null : 21_150 + index,
      time: marketTime - (ended.length - index) * 189_000,
      enteredAt: marketTime - (ended.length - index) * 402_000,
      contract,
      displaySeq: row.displaySeq,
      instrument: row.instrument,
      side,
      qty,
      dealt: lots,
      price,
      averagePrice: lots === 0 ? null : Math.round((price + 0.0667) * 10_000) / 10_000,
      orderType: state === 'Killed' ? 1 : 0,
      state,
      reason,
      principal: index % 3 === 1 ? 'FARM1' : 'KAND',
      subAccount: null,
      member: 'KAND',
      dealer: 'ABD',
      capacity: index % 3 === 1 ? 'A' : 'P',
      ref: index === 2 ? 'KAND-000126' : String(290 + index),
    };
  },
);
