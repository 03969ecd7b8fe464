import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { starterLayouts } from '../../stores/starter-layouts.ts';
import { columnTexts } from '../../testing/column-texts.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { fitColumns } from '../../ui/live-grid/grid-column.ts';
import { chainColumns, listColumns, phoneColumns } from './columns.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const working = () => new Map();
const common = {
  instrument: 'WMAZ',
  contractDate: 'MAR27',
  bidQty: 12,
  offerQty: 20,
  bidVol: 27.5,
  offerVol: 28.25,
  mtmVol: 28,
  openInterest: 340,
  volume: 75,
  reference: 4077,
  daysToExpiry: 84,
};
const call = marketRow('MAR27 WMAZ 4200 C', {
  ...common,
  contractDisplay: { flag: 'C', strike: 4200, CONTRACT_TYPE: 2 },
  bid: 160.2,
  offer: 166.8,
  last: 163.4,
  mtm: 165.5,
  delta: 0.4388,
});
const put = marketRow('MAR27 WMAZ 4200 P', {
  ...common,
  contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
  bid: 283.2,
  offer: 289.6,
  last: 286.4,
  mtm: 288.5,
  delta: -0.5612,
});
const deltaPut = marketRow('MAR27 WMAZ 4200 P D', {
  ...common,
  contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 5 },
  bid: 27.5,
  offer: 28.25,
  bidPremium: 283.2,
  offerPremium: 289.6,
  last: 27.9,
  mtm: 28,
  delta: -0.5612,
});
const line = { strike: 4200, instrument: 'WMAZ', call, put, isAtTheMoney: true };

describe('the flat lists of options and deltas', () => {
  it('[PANEL-0] [PANEL-2] show an option with the premium as its price', () => {
    expect(
      columnTexts(
        listColumns({ kind: 'options', quoted: 'premium', working, net: working, orderLots: 10 }),
        put,
      ),
    ).toEqual([
      'Contract: MAR27 WMAZ 4200 P',
      'Net: –',
      'Bid qty: 12',
      'Bid vol: 27.50',
      'Bid prem: 283.20',
      'Offer prem: 289.60',
      'Offer vol: 28.25',
      'Offer qty: 20',
      'Last: 286.40',
      'MTM vol: 28.00',
      'MTM prem: 288.50',
      'Delta %: −56.1',
      'OI: 340',
      'Volume: 75',
    ]);
  });

  it.each([
    ['options', 'premium', ['Bid prem', 'Offer prem']],
    ['options', 'volatility', ['Bid vol', 'Offer vol']],
    ['deltas', 'premium', ['Bid vol', 'Offer vol']],
  ] as const)('of %s quoted by %s open the ticket from %j', (kind, quoted, titles) => {
    const columns = listColumns({ kind, quoted, working, net: working, orderLots: 10 });
    expect(columns.filter(({ id }) => id === 'bid' || id === 'offer').map(({ title }) => title)).toEqual(
      titles,
    );
  });

  it('[PANEL-0] [PANEL-3] show a delta with the volatility as its price, its reference future and its hedge', () => {
    expect(
      columnTexts(
        listColumns({ kind: 'deltas', quoted: 'volatility', working, net: working, orderLots: 10 }),
        deltaPut,
      ),
    ).toEqual([
      'Contract: MAR27 WMAZ 4200 P D',
      'Net: –',
      'Bid qty: 12',
      'Bid vol: 27.50',
      'Bid prem: 283.20',
      'Offer prem: 289.60',
      'Offer vol: 28.25',
      'Offer qty: 20',
      'Last: 27.90',
      'MTM vol: 28.00',
      'MTM prem: 288.50',
      'Hedge %: −56.1',
      'OI: 340',
      'Volume: 75',
      'Ref future: 4,077.00',
      'Hedge for 10: 6',
    ]);
  });
});

describe('the chain', () => {
  it('[PANEL-2] names the strike at the money without the dot of the user’s own orders', () => {
    const columns = chainColumns({ show: 'premium', kind: 'options', working, net: working, orderLots: 10 });
    const strike = columns.find(({ id }) => id === 'strike');
    expect(strike?.mark?.(line)).toEqual({ shape: null, label: 'at the money' });
  });

  it('[PANEL-0] [PANEL-2] mirrors calls and puts at the strike', () => {
    expect(
      columnTexts(
        chainColumns({ show: 'premium', kind: 'options', working, net: working, orderLots: 10 }),
        line,
      ),
    ).toEqual([
      'Volume: 75',
      'OI: 340',
      'MTM vol: 28.00',
      'MTM prem: 165.50',
      'Offer vol: 28.25',
      'Bid vol: 27.50',
      'Delta: +43.9',
      'Last: 163.40',
      'Net: –',
      'Qty: 12',
      'Bid: 160.20',
      'Offer: 166.80',
      'Qty: 20',
      'Strike: 4,200',
      'Qty: 12',
      'Bid: 283.20',
      'Offer: 289.60',
      'Qty: 20',
      'Net: –',
      'Last: 286.40',
      'Delta: −56.1',
      'Bid vol: 27.50',
      'Offer vol: 28.25',
      'MTM prem: 288.50',
      'MTM vol: 28.00',
      'OI: 340',
      'Volume: 75',
    ]);
  });

  it('[PANEL-2] loses columns on both sides together when the panel is narrow, and keeps bid, offer and strike', () => {
    const columns = chainColumns({ show: 'premium', kind: 'options', working, net: working, orderLots: 10 });
    const widths = columns.map(({ width }) => width);
    const staying = (room: number) => {
      const left = fitColumns(columns, widths, room).leftOut;
      return columns.flatMap(({ id }) => (left.has(id) ? [] : [id]));
    };
    for (const room of [1_200, 1_000, 800, 600]) {
      const ids = staying(room);
      const halves = (half: string) =>
        ids.filter((id) => id.startsWith(half)).map((id) => id.slice(half.length));
      expect(new Set(halves('call-'))).toEqual(new Set(halves('put-')));
      expect(ids).toContain('strike');
    }
    expect(staying(330)).toEqual(['call-bid', 'call-offer', 'strike', 'put-bid', 'put-offer']);
  });

  it('[PANEL-3] keeps the quantities of deltas in the starter layout at 1280 pixels; bid and offer get the remaining room', () => {
    const columns = chainColumns({
      show: 'volatility',
      kind: 'deltas',
      working,
      net: working,
      orderLots: 10,
    });
    const widths = columns.map(({ width }) => width);
    // The workspace next to the drawer, the panel without its borders and scroll bar.
    const [deltas] = starterLayouts.flatMap(({ places }) =>
      places.filter(({ component }) => component === 'Deltas'),
    );
    const room = 1_084 * ((deltas?.w ?? 0) / 100) - 12;
    const left = fitColumns(columns, widths, room).leftOut;
    const staying = columns.filter(({ id }) => !left.has(id));
    expect(staying.map(({ id }) => id)).toEqual([
      ...['call-bidQty', 'call-bid', 'call-offer', 'call-offerQty', 'strike'],
      ...['put-bidQty', 'put-bid', 'put-offer', 'put-offerQty'],
    ]);
    const roomiest = staying.reduce((sum, { width, roomyWidth = width }) => sum + roomyWidth, 0);
    expect(roomiest).toBeGreaterThan(room);
    // Narrower, where the quantities have left, no space is empty.
    const whole = staying.reduce((sum, { width }) => sum + width, 0);
    const narrow = staying.filter(({ id }) => !id.endsWith('Qty'));
    expect(narrow.reduce((sum, { width, roomyWidth = width }) => sum + roomyWidth, 0)).toBeGreaterThan(whole);
  });

  it('[PANEL-2] shows volatilities with the premiums next to them', () => {
    const columns = chainColumns({
      show: 'volatility',
      kind: 'options',
      working,
      net: working,
      orderLots: 10,
    });
    expect(
      columnTexts(
        columns.filter(({ id }) => /^put-(bid|offer|mtm)/.test(id)),
        line,
      ),
    ).toEqual([
      'Qty: 12',
      'Bid: 27.50',
      'Offer: 28.25',
      'Qty: 20',
      'Bid prem: 283.20',
      'Offer prem: 289.60',
      'MTM vol: 28.00',
      'MTM prem: 288.50',
    ]);
  });

  it('[PANEL-2] shows the greeks of both halves', () => {
    const columns = chainColumns({ show: 'greeks', kind: 'options', working, net: working, orderLots: 10 });
    expect(
      columnTexts(
        columns.filter(({ id }) => id.startsWith('put-')),
        line,
      ),
    ).toEqual([
      'Qty: 12',
      'Bid: 27.50',
      'Offer: 28.25',
      'Qty: 20',
      'Net: –',
      'Delta: −56.1',
      'Gamma: +0.00072',
      'Vega: +7.71',
      'Theta: −1.29',
      'MTM vol: 28.00',
    ]);
  });

  it('[PANEL-3] shows the hedge of a delta for the usual quantity', () => {
    const columns = chainColumns({
      show: 'volatility',
      kind: 'deltas',
      working,
      net: working,
      orderLots: 10,
    });
    const half = columns.filter(({ id }) => id.startsWith('put-'));
    expect(columnTexts(half, { ...line, put: deltaPut })).toEqual([
      'Qty: 12',
      'Bid: 27.50',
      'Offer: 28.25',
      'Qty: 20',
      'Net: –',
      'Last: 27.90',
      'Delta: −56.1',
      'Hedge for 10: 6',
      'Bid prem: 283.20',
      'Offer prem: 289.60',
      'MTM vol: 28.00',
      'MTM prem: 288.50',
      'OI: 340',
      'Volume: 75',
    ]);
  });

  it.each([
    ['volatility', ['Bid / offer: 27.50', 'Qty: 12', 'Offer: 28.25', 'Qty: 20']],
    ['premium', ['Bid / offer: 283.20', 'Qty: 12', 'Offer: 289.60', 'Qty: 20']],
    ['greeks', ['Delta/vega: −56.1', 'Gamma/theta: +0.00072', 'Vega: +7.71', 'Theta: −1.29']],
  ] as const)('[PANEL-2] has the columns of a phone for %s', (show, texts) => {
    const whole = chainColumns({ show, kind: 'options', working, net: working, orderLots: 10 });
    const columns = phoneColumns(whole, show);
    expect(
      columnTexts(
        columns.filter(({ id }) => id.startsWith('put-')),
        line,
      ),
    ).toEqual(texts);
    expect(columns.length).toBe(2 * texts.length + 1);
  });

  it('has a dash for a half without an option', () => {
    const columns = chainColumns({ show: 'premium', kind: 'options', working, net: working, orderLots: 10 });
    const texts = columnTexts(
      columns.filter(({ id }) => id.startsWith('call-')),
      { ...line, call: null },
    );
    expect(new Set(texts.map((text) => text.slice(text.indexOf(': ') + 2)))).toEqual(new Set(['–']));
  });
});
