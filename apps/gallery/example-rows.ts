// The example market of the gallery: invented, and the same in every run.
import type { ActiveOrderRow, DepthRow, InstrumentRow, MarketRow, MemberRow } from '@openpit/wire';

export const instruments: readonly InstrumentRow[] = [
  ['WMAZ', 'White maize', 100, 0.2, 2, 'physical', 200],
  ['YMAZ', 'Yellow maize', 100, 0.2, 2, 'physical', 200],
  ['CORN', 'Chicago corn in rand', 100, 0.2, 2, 'cash', null],
  ['WEAT', 'Wheat', 50, 0.2, 2, 'physical', 200],
  ['SUNS', 'Sunflower seed', 50, 1, 0, 'physical', 350],
  ['SOYA', 'Soybeans', 50, 1, 0, 'physical', 350],
].map(([instrument, name, tonsPerContract, tick, decimals, settlement, dailyLimit]) => ({
  instrument: String(instrument),
  name: String(name),
  tonsPerContract: Number(tonsPerContract),
  tick: Number(tick),
  decimals: Number(decimals),
  settlement: settlement === 'cash' ? 'cash' : 'physical',
  dailyLimit: dailyLimit === null ? null : Number(dailyLimit),
}));

const listing: readonly (readonly [instrument: string, ...months: (readonly [string, number])[]])[] = [
  ['WMAZ', ['DEC26', 4035], ['MAR27', 4060], ['MAY27', 3980], ['JUL27', 3945], ['SEP27', 4010]],
  ['YMAZ', ['DEC26', 3880], ['MAR27', 3905], ['MAY27', 3850], ['JUL27', 3820], ['SEP27', 3885]],
  ['CORN', ['DEC26', 3060], ['MAR27', 3130], ['JUL27', 3220]],
  ['WEAT', ['DEC26', 6150], ['MAR27', 6220], ['MAY27', 6290]],
  ['SUNS', ['DEC26', 9150], ['MAR27', 9050], ['MAY27', 8950]],
  ['SOYA', ['DEC26', 7900], ['MAR27', 7850], ['MAY27', 7650]],
];
const memberCodes = ['KAND', 'VELD', 'RIET', 'ODEN', 'LAND', 'BOSH'];
const memberNames = ['Kandela Grain', 'Veldkraal', 'Rietspruit', 'Odendaal', 'Landsberg', 'Boshoek'];
export const members: readonly MemberRow[] = memberCodes.map((code, index) => ({
  code,
  name: memberNames[index] ?? code,
  active: code !== 'LAND',
}));
/** 18 November 2026, 10:31:07 in Johannesburg. */
export const marketTime = Date.UTC(2026, 10, 18, 8, 31, 7);

/** A whole number from 0 to `below` − 1 that looks arbitrary and is the same in every run. */
export function arbitrary(seed: number, below: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ Math.imul(seed + 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % below;
}

export const marketRows: readonly MarketRow[] = listing.flatMap(([instrument, ...months], group) =>
  months.map(([contractDate, base], month) => {
    const seed = group * 40 + month * 7 + 3;
    const tick = instruments[group]?.tick ?? 0.2;
    const price = (ticks: number) => Math.round((base + ticks * tick) * 100) / 100;
    const isQuiet = instrument === 'SOYA' && month === 2;
    const moved = isQuiet ? 0 : arbitrary(seed, 60) - 26;
    const last = isQuiet ? null : price(moved);
    return {
      contract: `${contractDate} ${instrument}`,
      displaySeq: 100 + group * 10 + month,
      instrument,
      contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
      contractDate,
      systemCode: `F ${contractDate} ${instrument}`,
      version: 1,
      buyer: isQuiet ? null : (memberCodes[arbitrary(seed + 1, memberCodes.length)] ?? null),
      bidQty: isQuiet ? 0 : 1 + arbitrary(seed + 2, 30),
      bid: isQuiet ? null : price(moved - 1),
      offer: price(moved + 1 + arbitrary(seed + 9, 3)),
      offerQty: 1 + arbitrary(seed + 3, 30),
      seller: memberCodes[arbitrary(seed + 4, memberCodes.length)] ?? null,
      last,
      lastQty: isQuiet ? 0 : 1 + arbitrary(seed + 5, 12),
      change: last === null ? null : Math.round((last - base) * 100) / 100,
      high: isQuiet ? null : price(moved + 8),
      low: isQuiet ? null : price(moved - 31),
      open: isQuiet ? null : price(-4),
      volume: isQuiet ? 0 : 20 + arbitrary(seed + 6, 1400),
      deals: isQuiet ? 0 : 4 + arbitrary(seed + 7, 90),
      openInterest: 400 + arbitrary(seed + 8, 22_000),
      mtm: base,
      vwap: isQuiet ? null : Math.round((base + moved * tick * 0.613) * 10_000) / 10_000,
      limitLow: instruments[group]?.dailyLimit === null ? null : base - (instruments[group]?.dailyLimit ?? 0),
      limitHigh:
        instruments[group]?.dailyLimit === null ? null : base + (instruments[group]?.dailyLimit ?? 0),
      time: isQuiet ? null : marketTime - arbitrary(seed + 10, 5_000_000),
    };
  }),
);

/** Fourteen orders per side from the best prices of a contract outwards, the best first. */
export function depthRowsOf(row: MarketRow): DepthRow[] {
  const tick = instruments.find((one) => one.instrument === row.instrument)?.tick ?? 0.2;
  const at = (from: number | null, ticks: number) =>
    from === null ? null : Math.round((from + ticks * tick) * 100) / 100;
  let down = 0;
  let up = 0;
  const lines = Array.from({ length: 14 }, (_, level) => {
    const seed = row.displaySeq * 31 + level * 5;
    if (level > 0) {
      down += arbitrary(seed, 3);
      up += arbitrary(seed + 1, 3);
    }
    const isLast = level > 11;
    return {
      buyer:
        row.bid === null ? null : level === 0 ? row.buyer : (memberCodes[arbitrary(seed + 2, 6)] ?? null),
      bidPrice: at(row.bid, -down),
      bidQty: row.bid === null ? 0 : level === 0 ? row.bidQty : 1 + arbitrary(seed + 3, 40),
      offerQty: isLast ? 0 : level === 0 ? row.offerQty : 1 + arbitrary(seed + 4, 40),
      sellPrice: isLast ? null : at(row.offer, up),
      seller: isLast ? null : level === 0 ? row.seller : (memberCodes[arbitrary(seed + 5, 6)] ?? null),
    };
  });
  return lines.map((line) => withTerms(withOwn(line, row.contract), row));
}

/** The terms of the orders on a delta: the dealers have typed another reference than the present price of the future. */
function withTerms(line: DepthRow, row: MarketRow): DepthRow {
  if (row.reference === undefined || !row.contract.endsWith(' D')) return line;
  const terms = { premium: row.offerPremium ?? 200, reference: row.reference + 5.8, delta: row.delta ?? 0.5 };
  return {
    ...line,
    ...(line.bidPrice !== null && { bidTerms: terms }),
    ...(line.sellPrice !== null && { offerTerms: terms }),
  };
}

/** Puts the member and the lots of the user's order on the line at its price. */
function withOwn(line: DepthRow, contract: string): DepthRow {
  const ownAt = (side: 'B' | 'S', price: number | null) =>
    activeOrders().find(
      (order) =>
        order.contract === contract &&
        order.side === side &&
        order.price === price &&
        order.state === 'Active',
    );
  const bid = ownAt('B', line.bidPrice);
  const offer = ownAt('S', line.sellPrice);
  return {
    ...line,
    ...(bid && { buyer: bid.member, bidQty: bid.remaining }),
    ...(offer && { seller: offer.member, offerQty: offer.remaining }),
  };
}

export function activeOrders(): ActiveOrderRow[] {
  const of = (contract: string) => marketRows.find((row) => row.contract === contract) ?? marketRows[0];
  const orders: readonly (readonly [string, 'B' | 'S', number, number, number, ActiveOrderRow['state']])[] = [
    ['DEC26 WMAZ', 'B', 10, 10, 0, 'Active'],
    ['DEC26 WMAZ', 'S', 25, 13, 6, 'Active'],
    ['MAR27 WMAZ', 'B', 5, 5, -12, 'Active'],
    ['DEC26 WEAT', 'S', 40, 40, 9, 'Suspended'],
    ['MAR27 SUNS', 'B', 3, 3, -4, 'Active'],
    ['MAY27 YMAZ', 'B', 20, 8, -2, 'Suspended'],
  ];
  return orders.flatMap(([contract, side, qty, remaining, ticks, state], index) => {
    const row = of(contract);
    if (row === undefined) return [];
    const tick = instruments.find((one) => one.instrument === row.instrument)?.tick ?? 0.2;
    const best = (side === 'B' ? row.bid : row.offer) ?? row.mtm ?? 0;
    const isAgency = index % 3 === 1;
    return {
      activeOrderSeq: 1201 + index,
      time: marketTime - (6 - index) * 371_000,
      contract,
      displaySeq: row.displaySeq,
      instrument: row.instrument,
      side,
      qty,
      remaining,
      price: Math.round((best + ticks * tick) * 100) / 100,
      orderType: 0 as const,
      state,
      principal: isAgency ? 'FARM1' : 'KAND',
      subAccount: null,
      member: 'KAND',
      dealer: 'ABD',
      capacity: isAgency ? ('A' as const) : ('P' as const),
      ref: String(312 + index),
      holdOverUntil: index === 2 ? '2026-11-25' : null,
      queuePosition: state === 'Active' ? 1 + (index % 3) : null,
      lotsAhead: state === 'Active' ? index * 17 : null,
    };
  });
}
