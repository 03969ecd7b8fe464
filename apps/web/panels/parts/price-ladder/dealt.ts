// The lots dealt today at each price of a contract, from the public deals of the server's history: all of the day at first, then the newest
// ones when the volume of the market row has changed. Deals whose price says nothing about the market are omitted, and so are cancelled
// ones.
import type { DealPrint, MarketRow, TimeAndSalesReply } from '@openpit/wire';
import { useEffect, useRef, useState } from 'react';
import { markOf } from '../../../market/market-text.ts';
import type { CallResult } from '../../../transport/calls.ts';
import { getTimeAndSales, type TimeAndSalesRequest } from '../../../transport/history.ts';
import { onEverySecond } from '../../../ui/media.ts';
import { ticksOf } from './rules.ts';

/** Lots by price, in ticks. */
interface DealtLots {
  readonly at: ReadonlyMap<number, number>;
  /** The largest number of lots at one price; 0 without a deal. */
  readonly largest: number;
}
const nothingDealt: DealtLots = { at: new Map(), largest: 0 };

const newestDeals = 50;
const pageOfDeals = 500;
/** A day with more deals than these pages hold shows none of them: part of a day would mislead. */
const maxPages = 40;
/** History is a moment behind the market: how often a deal that it lacks is fetched again. */
const maxRetries = 5;
/** After this number of looks, a minute, the whole day is read again: older deals may have been cancelled or repriced. */
export const looksPerDay = 30;

type TradedRow = Pick<MarketRow, 'volume' | 'time'>;
type GetDeals = (request: TimeAndSalesRequest) => Promise<CallResult<TimeAndSalesReply>>;

/** @returns a function that fetches new deals and resolves with the lots, or with null if there is nothing to fetch */
export function dealtReader(
  contract: string,
  tick: number,
  getDeals: GetDeals,
): (now: TradedRow, signal: AbortSignal) => Promise<DealtLots | null> {
  let deals = new Map<number, DealPrint>();
  let read: TradedRow | null = null;
  let retries = 0;
  let looks = 0;

  /** All deals of the newest business day in history; null if a page is missing or there are too many. */
  async function wholeDay(signal: AbortSignal): Promise<Map<number, DealPrint> | null> {
    const all = new Map<number, DealPrint>();
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await getDeals({ contract, limit: pageOfDeals, signal, cursor });
      if (answer.kind !== 'ok') return null;
      const { rows, next } = answer.value;
      const day = all.values().next().value?.businessDay ?? rows[0]?.businessDay;
      for (const deal of rows) if (deal.businessDay === day) all.set(deal.matchSeq, deal);
      if (next === null || rows.at(-1)?.businessDay !== day) return all;
      cursor = next;
    }
    return new Map();
  }

  /** The known deals of the day with the newest ones added; null if a deal between them may be missing. */
  async function withNewest(signal: AbortSignal): Promise<Map<number, DealPrint> | null> {
    const answer = await getDeals({ contract, limit: newestDeals, signal });
    if (answer.kind !== 'ok') return null;
    const { rows } = answer.value;
    if (!rows.some(({ matchSeq }) => deals.has(matchSeq))) return null;
    const all = new Map([...deals, ...rows.map((deal) => [deal.matchSeq, deal] as const)]);
    for (const { matchSeq, businessDay } of all.values())
      if (businessDay !== rows[0]?.businessDay) all.delete(matchSeq);
    return all;
  }

  return async (now, signal) => {
    looks = (looks + 1) % looksPerDay;
    // A smaller volume is another day, or an error trade, which may be older than the newest deals.
    const readsAll = looks === 0 || deals.size === 0 || now.volume < (read?.volume ?? 0);
    if (read?.volume === now.volume && retries === 0 && looks !== 0) return null;
    if (now.volume === 0) deals = new Map();
    else {
      const newest = readsAll ? null : await withNewest(signal);
      const all = newest ?? (await wholeDay(signal));
      if (signal.aborted) return null;
      if (all !== null) deals = all;
    }
    const times = Array.from(deals.values(), ({ time }) => time);
    const lacksLast = now.volume > 0 && now.time !== null && !times.some((time) => time >= (now.time ?? 0));
    retries = lacksLast && (read?.volume !== now.volume || retries < maxRetries) ? retries + 1 : 0;
    read = now;
    return lotsOf([...deals.values()], tick);
  };
}

function lotsOf(deals: readonly DealPrint[], tick: number): DealtLots {
  const at = new Map<number, number>();
  for (const { price, qty, isCancelled, origin } of deals) {
    if (isCancelled || markOf[origin] !== undefined) continue;
    const ticks = ticksOf(price, tick);
    at.set(ticks, (at.get(ticks) ?? 0) + qty);
  }
  return { at, largest: Math.max(0, ...at.values()) };
}

/** The lots dealt today at each price; fetched at most every other second. */
export function useDealtLots(row: MarketRow, tick: number): DealtLots {
  const { contract } = row;
  const [lots, setLots] = useState(nothingDealt);
  const now = useRef(row);
  now.current = row;
  useEffect(() => {
    const stopped = new AbortController();
    const read = dealtReader(contract, tick, getTimeAndSales);
    let isReading = false;
    let seconds = 0;
    const look = async () => {
      if (isReading || seconds++ % 2 === 1) return;
      isReading = true;
      const next = await read(now.current, stopped.signal);
      isReading = false;
      if (next !== null && !stopped.signal.aborted) setLots(next);
    };
    setLots(nothingDealt);
    void look();
    const stop = onEverySecond(() => void look());
    return () => {
      stop();
      stopped.abort();
    };
  }, [contract, tick]);
  return lots;
}
