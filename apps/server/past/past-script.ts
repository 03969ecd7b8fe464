// What people do in the demonstration's past: the two demonstration dealers deal for their own books and their clients, the
// operator records payments and announces, and today begins with orders, a split deal, and deals that wait for the other side.
import type { MarketView } from '@openpit/projections';
import {
  type Actor,
  asMoney,
  asPrice,
  type Command,
  type ContractListing,
  type Day,
  lots,
  type Price,
  type Side,
} from '@openpit/venue';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { demoUsers, simulatedUsers } from '../seed/demo-users.ts';
import { orderOf } from './past-deals.ts';

/** What an act sees, and how it acts. */
export interface Scene {
  readonly at: number;
  readonly view: MarketView;
  readonly calendar: ScheduleCalendar;
  readonly send: (by: Actor, command: Command) => void;
  readonly isTrading: (contract: ContractListing) => boolean;
  /** The present price of a future, this many ticks above it, inside its limits. */
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

/** The accounts that have not paid what they owe: the page shows them as overdue. */
const unpaid: readonly string[] = ['2207K', '9104K', '8012V', 'VELD'];

/** A contract by its place among the months that still trade when the past is over. */
interface Pick {
  readonly instrument: string;
  readonly place: number;
}

/** Day 0 is the present one; before it are -1, -2, … */
interface Trade {
  readonly day: number;
  readonly time: string;
  readonly who: Account;
  readonly what: Pick;
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
  );
  return acts.sort((a, b) => a.at - b.at);
}

/** What the dealers' screens show besides their deals. */
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
    { at: times.at(0, '78'), act: (scene) => orders(scene, kand, rietvlei) },
    { at: times.at(0, '80'), act: (scene) => orders(scene, veld, vrystaat) },
    { at: times.at(0, '84'), act: dealInRest },
    { at: times.at(0, '90'), act: (scene) => tidyOrders(scene, kand) },
    { at: times.at(0, '91'), act: (scene) => tidyOrders(scene, veld) },
  ];
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
    // What happened today is in the last hours, also on a long weekend.
    this.#today = Math.max(began + 60_000, until - 6 * 60 * 60_000);
  }

  /** A time of the market on a business day before the present one, or a share of the present one so far, in percent. */
  at(day: number, text: string): number {
    if (day === 0) return Math.floor(this.#today + ((this.#until - this.#today) * Number(text)) / 100);
    const end = this.#ends.at(day) ?? this.#ends[0] ?? this.#until;
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    const date = Date.parse(this.#calendar.dateOf(end)) / 86_400_000;
    return this.#calendar.timeOn(date as Day, hours * 60 + minutes);
  }
}

/** The future of an instrument by its place among the months that can be dealt in and not yet delivered. */
function futureOf({ view }: Scene, { instrument, place }: Pick): ContractListing | undefined {
  const { directory } = view;
  return directory
    .tradedContracts()
    .filter((one) => one.kind === 'future' && one.instrument === instrument)
    .filter((one) => directory.groupOf(one) !== 'deliveryMonth')
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

/** A dealer takes what a simulated participant offers. */
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

/** Each future that nobody has dealt in today is dealt once, so that it has a last price. */
function dealInRest(scene: Scene): void {
  const { view } = scene;
  for (const contract of view.directory.tradedContracts()) {
    if (contract.kind !== 'future' || (view.market.row(contract.contract)?.volume ?? 0) > 0) continue;
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

/** The operator records that accounts have paid, and were paid, what was due; not those named. */
function pay({ view, send }: Scene, not: readonly string[]): void {
  const newest = new Map<string, { readonly businessDay: string; readonly balance: number }>();
  for (const row of view.allRows('clearing')) {
    const known = newest.get(row.principal);
    if (known === undefined || row.businessDay > known.businessDay) newest.set(row.principal, row);
  }
  for (const [principal, { balance }] of newest)
    if (Math.abs(balance) >= 0.01 && !not.includes(principal))
      send(operator, { kind: 'recordPayment', principal, amount: asMoney(Math.round(-balance * 100)) });
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

function assign(scene: Scene, who: Account, what: Pick, member: string): void {
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
  }: Pick & { readonly to: string; readonly lots: number; readonly ticks: number },
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

/** Orders that work: some near the market, one far from it, one that is held over, a two-way quote in an option. */
function orders(scene: Scene, own: Account, client: Account): void {
  const near = futureOf(scene, { instrument: 'WMAZ', place: 0 });
  const next = futureOf(scene, { instrument: 'WMAZ', place: 1 });
  const yellow = futureOf(scene, { instrument: 'YMAZ', place: 0 });
  if (near === undefined || next === undefined || yellow === undefined) return;
  const place = (
    who: Account,
    contract: ContractListing,
    signed: number,
    ticks: number,
    holdOver = false,
  ) => {
    if (!scene.isTrading(contract)) return;
    const order = orderOf(who, {
      contract: contract.contract,
      side: signed > 0 ? 'B' : 'S',
      lots: Math.abs(signed),
      type: 'Normal',
      price: scene.priceOf(contract, ticks),
    });
    scene.send(
      by(who),
      holdOver && order.kind === 'insertOrder' ? { ...order, holdOverUntil: contract.lastTradingDay } : order,
    );
  };
  place(own, near, 10, -60);
  place(own, near, -10, 70);
  place(client, next, 15, -90, true);
  place(client, yellow, -8, 80);
  place(own, yellow, 12, -75);
  place(own, next, -5, 120);
  const option = optionOf(scene, next, { flag: 'C', strikes: 3 });
  if (option === undefined || !scene.isTrading(option)) return;
  const tick = 20;
  const fair = Math.round(option.mtm / tick) * tick;
  scene.send(by(own), {
    kind: 'insertDoubleOrder',
    contract: option.contract,
    bid: { lots: lots(5), price: asPrice(Math.max(tick, fair - 5 * tick)) },
    offer: { lots: lots(5), price: asPrice(fair + 8 * tick) },
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
  if (first !== undefined)
    scene.send(by(who), { kind: 'reduceActiveOrder', activeOrderSeq: first.activeOrderSeq, lots: lots(6) });
  if (second !== undefined)
    scene.send(by(who), { kind: 'suspendActiveOrder', activeOrderSeq: second.activeOrderSeq });
  if (third !== undefined)
    scene.send(by(who), { kind: 'deleteActiveOrder', activeOrderSeq: third.activeOrderSeq });
}
