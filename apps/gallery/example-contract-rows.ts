// The example options, deltas, splits and spreads of the gallery, derived from its futures as the server derives its own.
import { black76, roundToTick, yearsFromDays } from '@openpit/pricing';
import type { ContractType, MarketRow } from '@openpit/wire';
import { arbitrary, marketRows } from './example-rows.ts';

const tick = 0.2;
const round = (value: number, unit = tick) => Math.round(roundToTick(value, unit) * 100) / 100;

function blank(future: MarketRow, contract: string, displaySeq: number): MarketRow {
  return {
    ...future,
    contract,
    displaySeq,
    systemCode: contract,
    last: null,
    lastQty: 0,
    change: null,
    high: null,
    low: null,
    open: null,
    vwap: null,
    volume: 0,
    deals: 0,
    openInterest: arbitrary(displaySeq, 900),
    limitLow: null,
    limitHigh: null,
    time: null,
  };
}

function optionsOn(
  future: MarketRow,
  options: { days: number; expiry: string; firstSeq: number },
): MarketRow[] {
  const { days, expiry, firstSeq } = options;
  const reference = future.last ?? future.mtm ?? 0;
  const middle = Math.round(reference / 20) * 20;
  return Array.from({ length: 17 }, (_, index) => middle + (index - 8) * 20).flatMap((strike, index) =>
    (['C', 'P'] as const).flatMap((flag, half) =>
      ([2, 5] as const).map((type: ContractType, kind) => {
        const displaySeq = firstSeq + index * 4 + half * 2 + kind;
        const mtmVol = 26 + Math.abs(index - 8) * 0.25;
        const at = (volatility: number) =>
          black76({
            type: flag === 'C' ? 'call' : 'put',
            forward: reference,
            strike,
            years: yearsFromDays(days),
            volatility: volatility / 100,
          });
        const [bidVol, offerVol] = [mtmVol - 0.75, mtmVol + 0.5];
        const isQuoted = arbitrary(displaySeq, 6) > 0;
        const bid = type === 2 ? round(at(bidVol).price) : bidVol;
        const offer = type === 2 ? round(at(offerVol).price) : offerVol;
        const contract = `${future.contract} ${strike} ${flag}${type === 5 ? ' D' : ''}`;
        return {
          ...blank(future, contract, displaySeq),
          contractDisplay: { flag, strike, CONTRACT_TYPE: type },
          bid: isQuoted ? bid : null,
          bidQty: isQuoted ? 5 + arbitrary(displaySeq + 1, 40) : 0,
          offer: isQuoted ? offer : null,
          offerQty: isQuoted ? 5 + arbitrary(displaySeq + 2, 40) : 0,
          last: arbitrary(displaySeq, 3) === 0 ? offer : null,
          volume: arbitrary(displaySeq, 3) === 0 ? 10 + arbitrary(displaySeq + 3, 90) : 0,
          mtm: type === 2 ? round(at(mtmVol).price) : mtmVol,
          underlying: future.contract,
          optionExpiry: expiry,
          daysToExpiry: days,
          reference,
          bidVol: isQuoted ? bidVol : null,
          offerVol: isQuoted ? offerVol : null,
          mtmVol,
          delta: Math.round(at(mtmVol).delta * 10_000) / 10_000,
          ...(type === 5 && {
            bidPremium: isQuoted ? round(at(bidVol).price) : null,
            offerPremium: isQuoted ? round(at(offerVol).price) : null,
          }),
        };
      }),
    ),
  );
}

const of = (contract: string): MarketRow => {
  const row = marketRows.find((one) => one.contract === contract);
  if (row === undefined) throw new Error(`The gallery has no ${contract}.`);
  return row;
};

function pairOf(
  contract: string,
  near: MarketRow,
  far: MarketRow,
  more: { seq: number; type: 3 | 4 },
): MarketRow {
  const isSplit = more.type === 4;
  const [plus, minus] = isSplit ? [far, near] : [near, far];
  const difference = (a: number | null, b: number | null) => (a === null || b === null ? null : round(a - b));
  const impliedBid = difference(plus.bid, minus.offer);
  const impliedOffer = difference(plus.offer, minus.bid);
  return {
    ...blank(near, contract, more.seq),
    contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: more.type },
    instrument: near.instrument,
    bid: impliedBid === null ? null : round(impliedBid + 0.4),
    bidQty: 4 + arbitrary(more.seq, 20),
    offer: impliedOffer === null ? null : round(impliedOffer - 0.4),
    offerQty: 4 + arbitrary(more.seq + 1, 20),
    last: difference(plus.last, minus.last),
    mtm: difference(plus.mtm, minus.mtm),
    volume: arbitrary(more.seq, 200),
    near: near.contract,
    far: far.contract,
    nearLots: 1,
    farLots: isSplit ? 1 : 2,
    nearBid: near.bid,
    nearOffer: near.offer,
    farBid: far.bid,
    farOffer: far.offer,
    impliedBid,
    impliedOffer,
  };
}

export const contractRows: readonly MarketRow[] = [
  ...optionsOn(of('DEC26 WMAZ'), { days: 2, expiry: '2026-11-20', firstSeq: 1_000 }),
  ...optionsOn(of('MAR27 WMAZ'), { days: 93, expiry: '2027-02-19', firstSeq: 1_100 }),
  pairOf('DEC26-MAR27 WMAZ', of('DEC26 WMAZ'), of('MAR27 WMAZ'), { seq: 1_301, type: 4 }),
  pairOf('MAR27-MAY27 WMAZ', of('MAR27 WMAZ'), of('MAY27 WMAZ'), { seq: 1_302, type: 4 }),
  pairOf('DEC26-MAR27 YMAZ', of('DEC26 YMAZ'), of('MAR27 YMAZ'), { seq: 1_303, type: 4 }),
  pairOf('DEC26 WMAZ-YMAZ', of('DEC26 WMAZ'), of('DEC26 YMAZ'), { seq: 1_311, type: 3 }),
  pairOf('MAR27 WMAZ-YMAZ', of('MAR27 WMAZ'), of('MAR27 YMAZ'), { seq: 1_312, type: 3 }),
];
