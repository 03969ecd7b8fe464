// New contract months (domain §2.1, §2.3): an instrument that says in which months it is dealt has as many of them listed as on the market's
// first day. When one has been dealt for the last time, the next month of the cycle comes at the mark of the furthest one.
import type { ContractListing } from '../events.ts';
import { present } from '../kernel/assert.ts';
import type { Handling, Market } from '../state.ts';
import { futureName } from './contract-names.ts';
import { listFuture } from './list-contracts.ts';
import { nextDisplaySeq } from './next-display-seq.ts';
import type { Future, Instrument } from './reference-data.ts';

/** For when a day has ended and all are marked: `market.businessDay` is the next one. */
export function listNewMonths(market: Market, handling: Handling): void {
  const contracts = market.referenceData.instruments.flatMap((instrument) =>
    newMonthsOf(market, instrument).map((future) => listAddedFuture(market, future)),
  );
  if (contracts.length > 0) handling.tell({ kind: 'contractsListed', contracts });
}

/** Lists a future that the reference data does not have, now or when the market is put back from a snapshot. */
export function listAddedFuture(market: Market, future: Future): ContractListing {
  const { referenceData, contracts } = market;
  const instrument = referenceData.instruments.find(({ code }) => code === future.instrument);
  const contract = listFuture(future, present(instrument, `no instrument ${future.instrument}`), market);
  contracts.set(contract.listing.contract, contract);
  market.addedFutures.push(future);
  return contract.listing;
}

function newMonthsOf(market: Market, { code, months = [] }: Instrument): Future[] {
  const { referenceData, contracts, businessDay, addedFutures } = market;
  if (months.length === 0) return [];
  const ofInstrument = ({ instrument }: Future) => instrument === code;
  const first = referenceData.futures.filter(ofInstrument);
  const all = [...first, ...addedFutures.filter(ofInstrument)];
  const added: Future[] = [];
  const contractOf = (future: Future) => contracts.get(futureName(code, future));
  let dealt = all.filter((future) => (contractOf(future)?.lastDay ?? 0) >= businessDay).length;
  let furthest = all.reduce((one, other) => (monthCount(other) > monthCount(one) ? other : one));
  const mtm = contractOf(furthest)?.mtm ?? furthest.mtm;
  for (; dealt < first.length; dealt += 1) {
    furthest = { ...next(furthest, months), instrument: code, displaySeq: 0, mtm, openInterest: 0 };
    added.push(furthest);
  }
  const seq = nextDisplaySeq(market);
  return added.map((future, at) => ({ ...future, displaySeq: seq + at }));
}

const monthCount = ({ year, month }: Pick<Future, 'year' | 'month'>): number => year * 12 + month;

/** The month of the cycle that follows. */
function next({ year, month }: Pick<Future, 'year' | 'month'>, months: readonly number[]) {
  const later = months.filter((one) => one > month);
  return later.length > 0
    ? { year, month: Math.min(...later) }
    : { year: year + 1, month: Math.min(...months) };
}
