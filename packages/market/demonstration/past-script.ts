// The script of the demonstration's past. The two demonstration dealers deal for their own books and their clients, and the operator
// records payments and makes announcements. Today begins with orders, a split deal, and deals that wait for the other side.

import type { MarketView } from '@openpit/projections';
import {
  type Actor,
  asMoney,
  asPrice,
  businessDaysBefore,
  type Command,
  type ContractListing,
  type Day,
  type Holidays,
  type IsoDate,
  isoDate,
  lots,
  type Price,
  parseContractName,
  type Side,
  volatility,
} from '@openpit/venue';
import { toCents } from '@openpit/wire';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { shortDated } from './daily-contracts.ts';
import { demoUsers, simulatedUsers } from './demo-users.ts';
import { orderOf } from './past-deals.ts';

/** The view of an act, and its means to act. */
export interface Scene {
  readonly at: number;
  readonly view: MarketView;
  readonly calendar: ScheduleCalendar;
  /** The last business day of the past. */
  readonly last: IsoDate;
  readonly send: (by: Actor, command: Command) => void;
  readonly isTrading: (contract: ContractListing) => boolean;
  /** The current price of a future, this many ticks above it, inside its limits. */
  readonly priceOf: (contract: ContractListing, ticks?: number) => Price;
}

export interface Act {
  readonly at: number;
  readonly act: (scene: Scene) => void;
}

interface Account {
  readonly userId: string;
  readonly member: string;
  readonly principal: string;
  readonly capacity: 'P' | 'A';
  readonly subAccount?: string;
}

const [thandi, pieter] = demoUsers;
const operator: Actor = { kind: 'operator', operatorId: 'demonstration' };
const by = ({ userId }: { readonly userId: string }): Actor => ({ kind: 'user', userId });

const account = (
  dealer: (typeof demoUsers)[number] | undefined,
  principal: string,
  subAccount?: string,
): Account => {
  if (dealer === undefined) throw new RangeError('the demonstration has too few dealers');
  const { userId, member } = dealer;
  const capacity = principal === member ? 'P' : 'A';
  return { userId, member, principal, capacity, ...(subAccount === undefined ? {} : { subAccount }) };
};

const accounts = {
  kand: account(thandi, 'KAND'),
  kandHedge: account(thandi, 'KAND', 'HEDGE'),
  rietvlei: account(thandi, '9996S', 'EAST'),
  highveld: account(thandi, '9104K', 'MILL'),
  sandrivier: account(thandi, '2207K'),
  veld: account(pieter, 'VELD'),
  vrystaat: account(pieter, '8001V', 'MILL'),
  modderrivier: account(pieter, '8012V'),
} as const;

/**
 * An account of each demonstration dealer with an unpaid debt, so that the page shows it as overdue. Each opens a position
 * two days before, whose initial margin is more than prices can bring in a day.
 */
const unpaid: readonly string[] = ['2207K', '8012V'];

/** A future, by its place among the months that still trade when the past is over. */
interface FuturePlace {
  readonly instrument: string;
  readonly place: number;
}

/** Day 0 is the current one; before it are -1, -2, … */
interface Trade {
  readonly day: number;
  readonly time: string;
  readonly who: Account;
  readonly what: FuturePlace;
  /** Above 0 buys. */
  readonly lots: number;
  /** An option on it, this many strikes above the money. */
  readonly option?: { readonly flag: 'C' | 'P'; readonly strikes: number };
}

const { kand, kandHedge, rietvlei, highveld, sandrivier, veld, vrystaat, modderrivier } = accounts;
const trade = (
  day: number,
  time: string,
  who: Account,
  quantity: number,
  instrument: string,
  place: number,
  option?: Trade['option'],
): Trade => ({
  day,
  time,
  who,
  what: { instrument, place },
  lots: quantity,
  ...(option === undefined ? {} : { option }),
});

const trades: readonly Trade[] = [
  trade(-7, '09:42', kand, 30, 'WMAZ', 0),
  trade(-7, '10:15', rietvlei, -20, 'WMAZ', 1),
  trade(-7, '10:31', veld, -25, 'WMAZ', 0),
  trade(-7, '11:08', vrystaat, 15, 'WMAZ', 1),
  trade(-7, '14:20', highveld, 12, 'YMAZ', 0),
  trade(-7, '15:02', modderrivier, -18, 'SUNS', 0),
  trade(-6, '09:21', kand, -10, 'YMAZ', 1),
  trade(-6, '09:55', kand, 20, 'WMAZ', 1, { flag: 'C', strikes: 1 }),
  trade(-6, '10:40', veld, 15, 'YMAZ', 0, { flag: 'P', strikes: -1 }),
  trade(-6, '11:20', sandrivier, -14, 'WEAT', 0),
  trade(-6, '14:05', veld, 10, 'SOYA', 0),
  trade(-6, '15:30', kandHedge, -12, 'SOYA', 0),
  trade(-5, '09:15', rietvlei, -15, 'YMAZ', 0),
  trade(-5, '10:05', vrystaat, 20, 'WMAZ', 0),
  trade(-5, '10:50', kand, -15, 'WMAZ', 1, { flag: 'P', strikes: -2 }),
  trade(-5, '13:55', veld, -10, 'WMAZ', 1, { flag: 'C', strikes: 2 }),
  trade(-5, '15:10', kand, 8, 'CORN', 0),
  trade(-4, '09:33', highveld, 18, 'WMAZ', 1),
  trade(-4, '10:22', modderrivier, -12, 'WMAZ', 0),
  trade(-4, '11:41', kand, -12, 'WMAZ', 0),
  trade(-4, '14:33', veld, 12, 'WMAZ', 0),
  trade(-3, '09:12', sandrivier, 10, 'SUNS', 0),
  trade(-3, '10:02', kand, 10, 'SUNS', 1),
  trade(-3, '10:44', veld, -8, 'WEAT', 1),
  trade(-3, '14:12', vrystaat, -10, 'YMAZ', 1),
  trade(-2, '09:26', rietvlei, 10, 'WMAZ', 1, { flag: 'P', strikes: 0 }),
  trade(-2, '10:18', kand, 15, 'YMAZ', 0),
  trade(-2, '11:05', veld, -20, 'YMAZ', 0),
  trade(-2, '10:52', sandrivier, 30, 'YMAZ', 1),
  trade(-2, '11:24', modderrivier, -30, 'YMAZ', 1),
  trade(-2, '15:20', modderrivier, 6, 'SOYA', 1),
  trade(-1, '09:18', kand, 14, 'WMAZ', 0),
  trade(-1, '10:27', highveld, -10, 'SOYA', 0),
  trade(-1, '11:33', veld, 16, 'WMAZ', 1),
  trade(-1, '14:41', vrystaat, 9, 'WEAT', 0),
  // Today's times are a share of the day so far, in percent.
  trade(0, '10', kand, 12, 'WMAZ', 0),
  trade(0, '18', rietvlei, -16, 'WMAZ', 0),
  trade(0, '26', veld, -14, 'WMAZ', 0),
  trade(0, '34', kand, -6, 'WMAZ', 1),
  trade(0, '38', vrystaat, 8, 'YMAZ', 0),
  trade(0, '44', highveld, 10, 'YMAZ', 0),
  trade(0, '52', veld, 10, 'SOYA', 0),
  trade(0, '58', kand, 5, 'WMAZ', 1, { flag: 'C', strikes: 1 }),
  trade(0, '62', sandrivier, -4, 'SUNS', 0),
  trade(0, '66', modderrivier, 6, 'WMAZ', 1),
];

/** Simulated participants that are on the other side in turn. */
const others = [
  simulatedUsers.grower,
  simulatedUsers.exporter,
  simulatedUsers.hedger,
  simulatedUsers.maker,
  simulatedUsers.oilPress,
];

/** The acts of the past in the order of time. */
export function pastScript(about: {
  readonly calendar: ScheduleCalendar;
  readonly from: number;
  readonly until: number;
  readonly days: number;
  /** The last business day of the past. */
  readonly present: Day;
  readonly holidays: Holidays;
}): Act[] {
  const times = new Times(about);
  const acts: Act[] = trades.map((one, index) => ({
    at: times.at(one.day, one.time),
    act: (scene) => deal(scene, one, others[index % others.length] ?? simulatedUsers.maker),
  }));
  for (let day = -about.days + 1; day <= -1; day += 1)
    acts.push({ at: times.at(day, '09:30'), act: (scene) => pay(scene, day < -1 ? [] : unpaid) });
  acts.push(
    {
      at: times.at(-7, '08:30'),
      act: announce('The demonstration market is open. All members and values are invented.'),
    },
    {
      at: times.at(-4, '08:45'),
      act: announce(
        'Surveillance reminds members to report off-screen deals on the day on which they are agreed.',
      ),
    },
    {
      at: times.at(-1, '16:10'),
      act: announce('Silo certificates: storage must be paid until the day of the tender.'),
    },
    {
      at: times.at(0, '5'),
      act: announce('Good morning. Deliveries are processed today; see the panel Silo auction.'),
    },
    { at: times.at(0, '12'), act: (scene) => pay(scene, unpaid) },
    ...deskOfToday(times),
    ...deliveries(times, about),
    ...expiries(times, about),
  );
  return acts.sort((a, b) => a.at - b.at);
}

/** The content of the dealers' screens in addition to their deals. */
function deskOfToday(times: Times): Act[] {
  return [
    { at: times.at(0, '22'), act: (scene) => splitDeal(scene, rietvlei, 'WMAZ', ['EAST', 'WEST']) },
    { at: times.at(0, '48'), act: (scene) => splitDeal(scene, highveld, 'YMAZ', ['MILL', 'STORE']) },
    { at: times.at(0, '42'), act: (scene) => splitDeal(scene, vrystaat, 'YMAZ', ['MILL', 'STORE']) },
    { at: times.at(0, '36'), act: (scene) => assign(scene, kand, { instrument: 'WMAZ', place: 1 }, 'VELD') },
    { at: times.at(0, '55'), act: (scene) => assign(scene, veld, { instrument: 'SOYA', place: 0 }, 'KAND') },
    {
      at: times.at(0, '70'),
      act: (scene) => report(scene, veld, { to: 'KAND', lots: 10, ticks: 3, instrument: 'WMAZ', place: 0 }),
    },
    {
      at: times.at(0, '72'),
      act: (scene) => report(scene, kand, { to: 'VELD', lots: -8, ticks: -2, instrument: 'YMAZ', place: 0 }),
    },
    {
      at: times.at(0, '74'),
      act: (scene) =>
        report(scene, vrystaat, { to: 'KAND', lots: -12, ticks: 1, instrument: 'WEAT', place: 0 }),
    },
    {
      at: times.at(0, '76'),
      act: (scene) =>
        report(scene, rietvlei, { to: 'VELD', lots: 6, ticks: 2, instrument: 'SUNS', place: 0 }),
    },
    ...orders(times, kand, rietvlei, 77),
    ...orders(times, veld, vrystaat, 78),
    { at: times.at(0, '84'), act: dealInRest },
    // In the morning there is none by the schedule yet.
    { at: times.at(0, '87'), act: ({ send }) => send(operator, { kind: 'valueMarket' }) },
    { at: times.at(0, '90'), act: (scene) => tidyOrders(scene, kand) },
    { at: times.at(0, '91'), act: (scene) => tidyOrders(scene, veld) },
  ];
}

type Quantities = readonly (readonly [who: Account | Simulated, lots: number])[];
/** The accounts that are short and long of grain for delivery. */
const shorts: Quantities = [
  [kand, 6],
  [account(thandi, '9996S'), 4],
  [veld, 5],
  [account(pieter, '8001V'), 3],
  [simulatedUsers.grower, 58],
];
const longs: Quantities = [
  [account(thandi, '9104K'), 22],
  [modderrivier, 22],
  [simulatedUsers.exporter, 32],
];
/** Fewer lots in a month whose deliveries end before the past does, because all of them must be delivered by then. */
const endingShorts: Quantities = [
  [kand, 2],
  [veld, 2],
  [simulatedUsers.grower, 10],
];
const endingLongs: Quantities = [
  [account(thandi, '9104K'), 6],
  [modderrivier, 6],
  [simulatedUsers.exporter, 2],
];

/** Positions in grain for delivery, and rounds of tenders, bids and awards. */
function deliveries(times: Times, { calendar, until, present }: Parameters<typeof pastScript>[0]): Act[] {
  const last = isoDate(present);
  const acts: Act[] = [{ at: times.at(-7, '09:50'), act: (scene) => dealForDelivery(scene, last) }];
  const round = (tenderAt: number, bidAt: number, day: number) => {
    const seller = day === -2 ? kand : day === -3 ? veld : simulatedUsers.grower;
    const premium = 3 + ((day + 30) % 5);
    acts.push(
      // At least two lots, so that both dealers are allocated one.
      { at: tenderAt, act: (scene) => tender(scene, seller, seller === simulatedUsers.grower ? 2 : 1) },
      ...[kand, veld, simulatedUsers.grower]
        .filter((who) => who !== seller)
        .map((who, at) => ({
          at: tenderAt + 2 + at,
          act: (scene: Scene) => tender(scene, who, who === simulatedUsers.grower ? 1 : 0),
        })),
      { at: bidAt, act: (scene) => bid(scene, modderrivier, { premium, from: 'last' }) },
      {
        at: bidAt + 2_000,
        act: (scene) => bid(scene, simulatedUsers.exporter, { premium: premium - 1, from: 'first' }),
      },
      {
        at: bidAt + 4_000,
        act: (scene) => bid(scene, account(thandi, '9104K'), { premium: premium + 2, from: 'first' }),
      },
    );
  };
  const stages = (stage: string, from: number, to: number) =>
    calendar
      .between(from, to)
      .flatMap(({ at, step }) => (step.kind === 'silo' && step.stage === stage ? [at] : []));
  for (let day = -6; day <= -1; day += 1) {
    const [from, to] = [times.at(day, '08:59'), times.at(day, '13:30')];
    const tenderAt = stages('tendering', from, to)[0];
    const bidAt = tenderAt === undefined ? undefined : stages('bidding', tenderAt, to)[0];
    if (tenderAt !== undefined && bidAt !== undefined) round(tenderAt + 60_000, bidAt + 60_000, day);
  }
  // The last rounds of today; the current round is not over.
  const soon = (at: number) => at + Math.min(60_000, Math.floor((until - at) / 3));
  // One of them can begin exactly when today does.
  for (const tenderAt of stages('tendering', times.at(0, '0') - 1, until).slice(-2)) {
    const bidAt = stages('bidding', tenderAt, until)[0] ?? Number.POSITIVE_INFINITY;
    round(soon(tenderAt), Number.isFinite(bidAt) ? soon(bidAt) : bidAt, 0);
  }
  return acts.filter(({ at }) => at < until);
}

type Simulated = (typeof simulatedUsers)[keyof typeof simulatedUsers];

/** True if grain of a future is delivered for the last time before this day. */
export const endsBefore = ({ directory }: MarketView, future: ContractListing, day: IsoDate) =>
  (directory.lastNoticeDay(future) ?? day) < day;

/** White maize whose delivery has begun by the end of the past, as far as it can still be dealt in. */
function dealForDelivery(scene: Scene, last: IsoDate): void {
  for (const contract of scene.view.directory.tradedContracts()) {
    if (contract.kind !== 'future' || contract.instrument !== 'WMAZ' || contract.firstDeliveryDay > last)
      continue;
    if (!scene.isTrading(contract)) continue;
    const price = scene.priceOf(contract);
    const isEnding = endsBefore(scene.view, contract, last);
    const buyers = (isEnding ? endingLongs : longs).map(([who, wanted]) => ({ who, left: wanted }));
    for (const [seller, wanted] of isEnding ? endingShorts : shorts) {
      let left = wanted;
      for (const buyer of buyers) {
        const quantity = Math.min(left, buyer.left);
        if (quantity === 0) continue;
        left -= quantity;
        buyer.left -= quantity;
        const terms = { contract: contract.contract, lots: quantity, type: 'Normal' as const, price };
        scene.send(by(seller), orderOf(seller, { ...terms, side: 'S' }));
        scene.send(by(buyer.who), orderOf(buyer.who, { ...terms, side: 'B' }));
      }
    }
  }
}

/** Tenders certificates that fit the account's short lots: at most `most`, or all on the last notice day if that is in the past. */
function tender({ view, send, last }: Scene, who: Account | Simulated, most: number): void {
  const { userId, member, principal } = who;
  const rows = view.rowsFor('siloCerts', { userId, member }).rows;
  const held = rows.filter((cert) => cert.principal === principal && cert.state === 'Held');
  for (const { contract, net, tendered, subAccount, principal: owner, lastNoticeDay } of view.rowsFor(
    'siloPositions',
    { userId, member },
  ).rows) {
    if (owner !== principal || subAccount !== null || stageOf(view, contract) !== 'tendering') continue;
    let left = -net - tendered;
    const isLast = lastNoticeDay === view.directory.businessDay && lastNoticeDay < last;
    for (const cert of held
      .filter(({ instrument }) => instrument === parseContractName(contract).instrument)
      .slice(0, isLast ? held.length : most)) {
      if (cert.lots > left) continue;
      left -= cert.lots;
      send(by(who), { kind: 'tenderSiloCert', contract, siloReceiptNo: cert.siloReceiptNo });
    }
  }
}

const stageOf = (view: MarketView, contract: string): string | undefined =>
  [...view.allRows('siloAuctions')].find((row) => row.contract === contract)?.stage;

/** Bids for the first or the last lot of others that the account has room for and can lead. */
function bid(
  { view, send }: Scene,
  who: Account | Simulated,
  { premium, from }: { readonly premium: number; readonly from: 'first' | 'last' },
): void {
  const { userId, member, principal } = who;
  const own = new Set(
    view
      .rowsFor('siloCerts', { userId, member })
      .rows.filter((cert) => cert.principal === principal)
      .map(({ siloCertSeq }) => siloCertSeq),
  );
  const positions = view.rowsFor('siloPositions', { userId, member }).rows;
  const offered = [...view.allRows('siloOffers')];
  for (const lot of from === 'first' ? offered : offered.reverse()) {
    if (lot.state !== 'In auction' || own.has(lot.siloCertSeq) || (lot.bestPremium ?? 0) >= premium) continue;
    const long = positions.find(
      (row) => row.contract === lot.contract && row.principal === principal && row.subAccount === null,
    );
    if (long === undefined || long.net < lot.lots) continue;
    const { siloCertSeq } = lot;
    send(by(who), {
      kind: 'insertSiloCertAuctionBid',
      siloCertSeq,
      principal,
      premium: asPrice(toCents(premium)),
    });
    return;
  }
}

/** Short-dated options: a series that expires in the past, with exercises, and a series that expires today. */
function expiries(times: Times, { present, holidays }: Parameters<typeof pastScript>[0]): Act[] {
  const today = isoDate(present);
  const before = isoDate(businessDaysBefore(present, 2, holidays));
  const buy =
    (expiry: string, flag: 'C' | 'P', strikes: number, who: Account, signed: number) => (scene: Scene) => {
      const option = shortDatedOf(scene, expiry, { flag, strikes });
      if (option === undefined || !scene.isTrading(option)) return;
      const side: Side = signed > 0 ? 'B' : 'S';
      const other = simulatedUsers.exporter;
      const terms = {
        contract: option.contract,
        lots: Math.abs(signed),
        type: 'Normal' as const,
        volatility: option.volatility ?? volatility(2_600),
      };
      scene.send(by(other), orderOf(other, { ...terms, side: side === 'B' ? 'S' : 'B' }));
      scene.send(by(who), orderOf(who, { ...terms, side }));
    };
  const longIn = ({ view }: Scene, { userId, member, principal }: Account, expiry: string) =>
    view
      .rowsFor('positions', { userId, member })
      .rows.filter((row) => row.principal === principal && row.net > 0)
      .filter(({ contract }) => {
        const listing = view.directory.contract(contract);
        return (
          listing?.kind === 'option' &&
          listing.optionExpiry === expiry &&
          shortDated.includes(listing.instrument)
        );
      });
  return [
    { at: times.at(-6, '10:11'), act: buy(before, 'C', -3, kand, 12) },
    { at: times.at(-6, '10:12'), act: buy(before, 'C', 3, kand, -8) },
    { at: times.at(-6, '10:13'), act: buy(before, 'P', 3, veld, 10) },
    { at: times.at(-5, '11:02'), act: buy(today, 'C', -2, kand, 10) },
    { at: times.at(-5, '11:03'), act: buy(today, 'P', 2, kand, 6) },
    { at: times.at(-4, '11:04'), act: buy(today, 'P', 3, veld, 10) },
    { at: times.at(-4, '11:06'), act: buy(today, 'C', -1, veld, 8) },
    { at: times.at(-3, '11:07'), act: buy(today, 'C', 0, rietvleiOwn, 5) },
    {
      at: times.at(-2, '11:30'),
      act: (scene) => {
        for (const who of [kand, veld]) {
          const [option] = longIn(scene, who, before);
          if (option === undefined) continue;
          const { principal, contract } = { principal: who.principal, contract: option.contract };
          scene.send(by(who), {
            kind: 'exerciseOption',
            contract,
            principal,
            lots: lots(Math.ceil(option.net / 2)),
          });
          scene.send(by(who), { kind: 'abandonOption', contract, principal, lots: lots(1) });
        }
      },
    },
  ];
}

const rietvleiOwn = account(thandi, '9996S');

/** An option of the series that expires on a day, this many strikes above the money. */
function shortDatedOf(
  scene: Scene,
  expiry: string,
  option: NonNullable<Trade['option']>,
): ContractListing | undefined {
  const { directory } = scene.view;
  const one = directory
    .tradedContracts()
    .find(
      (listing) =>
        listing.kind === 'option' &&
        listing.optionExpiry === expiry &&
        shortDated.includes(listing.instrument),
    );
  const future = directory.contract(one?.underlying ?? '');
  return future === undefined ? undefined : optionOf(scene, future, option);
}

class Times {
  readonly #calendar: ScheduleCalendar;
  readonly #ends: readonly number[];
  readonly #until: number;
  readonly #today: number;

  constructor({ calendar, from, until, days }: Parameters<typeof pastScript>[0]) {
    this.#calendar = calendar;
    this.#until = until;
    this.#ends = calendar
      .between(from, until)
      .flatMap(({ at, step }) => (step.kind === 'endDay' ? [at] : []));
    const began = this.#ends[days - 1] ?? from;
    // Today's events are in the last hours, even on a long weekend.
    this.#today = Math.max(began + 60_000, until - 6 * 60 * 60_000);
  }

  /** A time of the market on a business day before the current one, or a share of the current one so far, in percent. */
  at(day: number, text: string): number {
    if (day === 0) return Math.floor(this.#today + ((this.#until - this.#today) * Number(text)) / 100);
    const end = this.#ends.at(day) ?? this.#ends[0] ?? this.#until;
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    const date = Date.parse(this.#calendar.dateOf(end)) / 86_400_000;
    return this.#calendar.timeOn(date as Day, hours * 60 + minutes);
  }
}

/** The future of an instrument by its place among the months that can be dealt in and are not yet delivered when the past ends. */
function futureOf({ view, last }: Scene, { instrument, place }: FuturePlace): ContractListing | undefined {
  const { directory } = view;
  return directory
    .tradedContracts()
    .filter((one) => one.kind === 'future' && one.instrument === instrument)
    .filter((one) => directory.groupOf(one) === 'world' || one.firstDeliveryDay > last)
    .sort((a, b) => a.lastTradingDay.localeCompare(b.lastTradingDay))[place];
}

function optionOf(
  scene: Scene,
  future: ContractListing,
  { flag, strikes }: NonNullable<Trade['option']>,
): ContractListing | undefined {
  const { directory } = scene.view;
  const series = directory
    .tradedContracts()
    .filter((one) => one.kind === 'option' && one.underlying === future.contract && one.flag === flag)
    .sort((a, b) => a.strike - b.strike);
  const price = scene.priceOf(future);
  const nearest = series.reduce(
    (best, one, at) =>
      Math.abs(one.strike - price) < Math.abs((series[best]?.strike ?? 0) - price) ? at : best,
    0,
  );
  return series[Math.min(Math.max(nearest + strikes, 0), series.length - 1)];
}

/** A dealer accepts the offer of a simulated participant. */
function deal(
  scene: Scene,
  { who, what, lots: signed, option }: Trade,
  other: (typeof others)[number],
): void {
  const future = futureOf(scene, what);
  const contract = future === undefined || option === undefined ? future : optionOf(scene, future, option);
  if (future === undefined || contract === undefined || !scene.isTrading(contract)) return;
  const side: Side = signed > 0 ? 'B' : 'S';
  const dealt =
    contract.kind === 'option'
      ? { volatility: contract.volatility ?? (2_500 as never) }
      : { price: scene.priceOf(contract) };
  const terms = { contract: contract.contract, lots: Math.abs(signed), type: 'Normal' as const, ...dealt };
  scene.send(by(other), orderOf(other, { ...terms, side: side === 'B' ? 'S' : 'B' }));
  scene.send(by(who), orderOf(who, { ...terms, side }));
}

/** Deals once in each future without a deal today, so that it has a last price. */
function dealInRest(scene: Scene): void {
  const { view } = scene;
  for (const contract of view.directory.tradedContracts()) {
    if (contract.kind !== 'future' || (view.market.current(contract.contract)?.volume ?? 0) > 0) continue;
    if (!scene.isTrading(contract)) continue;
    const terms = {
      contract: contract.contract,
      lots: 2,
      type: 'Normal' as const,
      price: scene.priceOf(contract),
    };
    const { grower, exporter } = simulatedUsers;
    scene.send(by(grower), orderOf(grower, { ...terms, side: 'S' }));
    scene.send(by(exporter), orderOf(exporter, { ...terms, side: 'B' }));
  }
}

/** The operator records the payments of all amounts due, in both directions, except for the named accounts. */
function pay({ view, send }: Scene, not: readonly string[]): void {
  const newest = new Map<string, { readonly businessDay: string; readonly balance: number }>();
  for (const row of view.allRows('clearing')) {
    const known = newest.get(row.principal);
    if (known === undefined || row.businessDay > known.businessDay) newest.set(row.principal, row);
  }
  for (const [principal, { balance }] of newest)
    if (Math.abs(balance) >= 0.01 && !not.includes(principal))
      send(operator, { kind: 'recordPayment', principal, amount: asMoney(toCents(-balance)) });
}

const announce =
  (message: string) =>
  ({ send }: Scene): void =>
    send(operator, { kind: 'announce', announcement: 'Info', message });

/** The newest deal of today in an instrument for this account that nothing was done with. */
function newestDeal(
  { view }: Scene,
  { member, principal, userId }: Account,
  instrument: string,
  contract?: string,
) {
  const dealer = view.rights.of(userId)?.dealer ?? '';
  return view
    .rowsFor('deals', { userId, member, onlyDealer: dealer })
    .rows.filter(
      (row) => row.principal === principal && row.instrument === instrument && row.state === 'Open',
    )
    .filter((row) => contract === undefined || row.contract === contract)
    .at(-1);
}

function splitDeal(
  scene: Scene,
  who: Account,
  instrument: string,
  subAccounts: readonly [string, string],
): void {
  const row = newestDeal(scene, who, instrument);
  if (row === undefined || row.qty < 2) return;
  const first = Math.ceil(row.qty / 2);
  const parts = subAccounts.map((subAccount, at) => ({
    principal: who.principal,
    subAccount,
    lots: lots(at === 0 ? first : row.qty - first),
  }));
  scene.send(by(who), { kind: 'splitDeal', dealSeq: row.dealSeq, parts });
}

function assign(scene: Scene, who: Account, what: FuturePlace, member: string): void {
  const row = newestDeal(scene, who, what.instrument, futureOf(scene, what)?.contract);
  if (row !== undefined) scene.send(by(who), { kind: 'assignDealToMember', dealSeq: row.dealSeq, member });
}

/** A deal that was agreed off-screen, and waits for the other member. */
function report(
  scene: Scene,
  who: Account,
  {
    to,
    lots: signed,
    ticks,
    ...what
  }: FuturePlace & { readonly to: string; readonly lots: number; readonly ticks: number },
): void {
  const contract = futureOf(scene, what);
  if (contract === undefined) return;
  const { principal, subAccount = null } = who;
  scene.send(by(who), {
    kind: 'insertUnmatchedDeal',
    contract: contract.contract,
    side: signed > 0 ? 'B' : 'S',
    lots: lots(Math.abs(signed)),
    price: scene.priceOf(contract, ticks),
    counterparty: to,
    principal,
    subAccount,
  });
}

/** Orders that work: some near the market, one far from it, a held-over order, a two-way quote in an option. */
function orders(times: Times, own: Account, client: Account, share: number): Act[] {
  const place =
    (who: Account, what: FuturePlace, signed: number, ticks: number, isHeldOver = false) =>
    (scene: Scene) => {
      const contract = futureOf(scene, what);
      if (contract === undefined || !scene.isTrading(contract)) return;
      const terms = { contract: contract.contract, lots: Math.abs(signed), type: 'Normal' as const };
      const order = orderOf(who, {
        ...terms,
        side: signed > 0 ? 'B' : 'S',
        price: scene.priceOf(contract, ticks),
      });
      if (order.kind !== 'insertOrder') return;
      scene.send(by(who), isHeldOver ? { ...order, holdOverUntil: contract.lastTradingDay } : order);
    };
  const near = { instrument: 'WMAZ', place: 0 };
  const next = { instrument: 'WMAZ', place: 1 };
  const yellow = { instrument: 'YMAZ', place: 0 };
  const acts = [
    place(own, near, 10, -60),
    place(own, near, -10, 70),
    place(client, next, 15, -90, true),
    place(client, yellow, -8, 80),
    place(own, yellow, 12, -75),
    place(own, next, -5, 120),
    (scene: Scene) => quoteOption(scene, own, futureOf(scene, next)),
  ];
  return acts.map((act, at) => ({ at: times.at(0, String(share + at * 1.3)), act }));
}

function quoteOption(scene: Scene, own: Account, future: ContractListing | undefined): void {
  const option = future === undefined ? undefined : optionOf(scene, future, { flag: 'C', strikes: 3 });
  const tick = scene.view.directory.instrument(option?.instrument ?? '')?.tick;
  if (option === undefined || tick === undefined || !scene.isTrading(option)) return;
  const fair = Math.round(option.mtm / tick) * tick;
  scene.send(by(own), {
    kind: 'insertDoubleOrder',
    contract: option.contract,
    bid: { lots: lots(5), price: asPrice(Math.max(tick, fair - 15 * tick)) },
    offer: { lots: lots(5), price: asPrice(fair + 20 * tick) },
    cancelOther: false,
    principal: own.principal,
    capacity: own.capacity,
  });
}

/** One of the orders is suspended, one is deleted, one is reduced. */
function tidyOrders(scene: Scene, who: Account): void {
  const { view } = scene;
  const dealer = view.rights.of(who.userId)?.dealer ?? '';
  const rows = view
    .rowsFor('activeOrders', { userId: who.userId, member: who.member, onlyDealer: dealer })
    .rows.filter(({ state, principal }) => state === 'Active' && principal === who.principal);
  const [first, second, third] = rows;
  if (first !== undefined && first.remaining > 1)
    scene.send(by(who), {
      kind: 'reduceActiveOrder',
      activeOrderSeq: first.activeOrderSeq,
      lots: lots(Math.ceil(first.remaining / 2)),
    });
  if (second !== undefined)
    scene.send(by(who), { kind: 'suspendActiveOrder', activeOrderSeq: second.activeOrderSeq });
  if (third !== undefined)
    scene.send(by(who), { kind: 'deleteActiveOrder', activeOrderSeq: third.activeOrderSeq });
}
