// The script of the demonstration's past. The two demonstration dealers deal for their own books and their clients, and the operator
// records payments and makes announcements. Today begins with orders, a split deal, and deals that wait for the other side.
import { asMoney, asPrice, type ContractListing, lots, volatility } from '@openpit/venue';
import { toCents } from '@openpit/wire';
import { simulatedUsers } from './demo-users.ts';
import { orderOf } from './past-deals.ts';
import { deliveries } from './past-deliveries.ts';
import { expiries } from './past-expiries.ts';
import {
  type Act,
  by,
  dealBetween,
  type FuturePlace,
  futureOf,
  highveld,
  kand,
  kandHedge,
  modderrivier,
  type OptionPlace,
  operator,
  optionOf,
  type Past,
  rietvlei,
  type Scene,
  type SceneAccount,
  sandrivier,
  Times,
  veld,
  vrystaat,
} from './past-scene.ts';

/**
 * An account of each demonstration dealer with an unpaid debt, so that the page shows it as overdue. Each opens a position
 * two days before, whose initial margin is more than prices can bring in a day.
 */
const unpaid: readonly string[] = ['2207K', '8012V'];

/** Day 0 is the current one; before it are -1, -2, … */
interface Trade {
  readonly day: number;
  readonly time: string;
  readonly who: SceneAccount;
  readonly place: FuturePlace;
  /** Above 0 buys. */
  readonly lots: number;
  readonly option?: OptionPlace;
}

const trade = (
  day: number,
  time: string,
  who: SceneAccount,
  quantity: number,
  instrument: string,
  place: number,
  option?: OptionPlace,
): Trade => ({ day, time, who, place: { instrument, place }, lots: quantity, ...(option && { option }) });

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
export function pastScript(about: Past): Act[] {
  const times = new Times(about);
  const acts: Act[] = trades.map((trade, index) => ({
    at: times.at(trade.day, trade.time),
    act: (scene) => deal(scene, trade, others[index % others.length] ?? simulatedUsers.maker),
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

/** A dealer accepts the offer of a simulated participant. */
function deal(
  scene: Scene,
  { who, place, lots: signed, option }: Trade,
  other: (typeof others)[number],
): void {
  const future = futureOf(scene, place);
  const contract = future === undefined || option === undefined ? future : optionOf(scene, future, option);
  if (future === undefined || contract === undefined || !scene.isTrading(contract)) return;
  const dealt =
    contract.kind === 'option'
      ? { volatility: contract.volatility ?? volatility(2_500) }
      : { price: scene.priceOf(contract) };
  dealBetween(scene, other, who, { contract: contract.contract, lots: signed, ...dealt });
}

/** Deals once in each future without a deal today, so that it has a last price. */
function dealInRest(scene: Scene): void {
  const { view } = scene;
  for (const contract of view.directory.tradedContracts()) {
    if (contract.kind !== 'future' || (view.market.current(contract.contract)?.volume ?? 0) > 0) continue;
    if (!scene.isTrading(contract)) continue;
    const { grower, exporter } = simulatedUsers;
    const price = scene.priceOf(contract);
    dealBetween(scene, grower, exporter, { contract: contract.contract, lots: 2, price });
  }
}

/** The operator records the payments of all amounts due, in both directions, except for the named accounts. */
function pay({ view, send }: Scene, not: readonly string[]): void {
  const newest = new Map<string, { readonly businessDay: string; readonly balance: number }>();
  for (const row of view.allRows('clearing')) {
    const newestRow = newest.get(row.principal);
    if (newestRow === undefined || row.businessDay > newestRow.businessDay) newest.set(row.principal, row);
  }
  for (const [principal, { balance }] of newest)
    if (Math.abs(balance) >= 0.01 && !not.includes(principal))
      send(operator, { kind: 'recordPayment', principal, amount: asMoney(toCents(-balance)) });
}

const announce =
  (message: string) =>
  ({ send }: Scene): void =>
    send(operator, { kind: 'announce', announcement: 'Info', message });

/** The newest deal of today in an instrument for this account that has not been changed. */
function newestDeal(
  { view }: Scene,
  { member, principal, userId }: SceneAccount,
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
  who: SceneAccount,
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

function assign(scene: Scene, who: SceneAccount, place: FuturePlace, member: string): void {
  const row = newestDeal(scene, who, place.instrument, futureOf(scene, place)?.contract);
  if (row !== undefined) scene.send(by(who), { kind: 'assignDealToMember', dealSeq: row.dealSeq, member });
}

/** A deal that was agreed off-screen, and waits for the other member. */
function report(
  scene: Scene,
  who: SceneAccount,
  {
    to,
    lots: signed,
    ticks,
    ...place
  }: FuturePlace & { readonly to: string; readonly lots: number; readonly ticks: number },
): void {
  const contract = futureOf(scene, place);
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
function orders(times: Times, ownAccount: SceneAccount, client: SceneAccount, share: number): Act[] {
  const place =
    (who: SceneAccount, place: FuturePlace, signed: number, ticks: number, isHeldOver = false) =>
    (scene: Scene) => {
      const contract = futureOf(scene, place);
      if (contract === undefined || !scene.isTrading(contract)) return;
      const order = orderOf(who, {
        contract: contract.contract,
        lots: Math.abs(signed),
        side: signed > 0 ? 'B' : 'S',
        price: scene.priceOf(contract, ticks),
      });
      scene.send(by(who), isHeldOver ? { ...order, holdOverUntil: contract.lastTradingDay } : order);
    };
  const near = { instrument: 'WMAZ', place: 0 };
  const next = { instrument: 'WMAZ', place: 1 };
  const yellow = { instrument: 'YMAZ', place: 0 };
  const acts = [
    place(ownAccount, near, 10, -60),
    place(ownAccount, near, -10, 70),
    place(client, next, 15, -90, true),
    place(client, yellow, -8, 80),
    place(ownAccount, yellow, 12, -75),
    place(ownAccount, next, -5, 120),
    (scene: Scene) => quoteOption(scene, ownAccount, futureOf(scene, next)),
  ];
  return acts.map((act, at) => ({ at: times.at(0, String(share + at * 1.3)), act }));
}

function quoteOption(scene: Scene, ownAccount: SceneAccount, future: ContractListing | undefined): void {
  const option = future === undefined ? undefined : optionOf(scene, future, { flag: 'C', strikes: 3 });
  const tick = scene.view.directory.instrument(option?.instrument ?? '')?.tick;
  if (option === undefined || tick === undefined || !scene.isTrading(option)) return;
  const fair = Math.round(option.mtm / tick) * tick;
  scene.send(by(ownAccount), {
    kind: 'insertDoubleOrder',
    contract: option.contract,
    bid: { lots: lots(5), price: asPrice(Math.max(tick, fair - 15 * tick)) },
    offer: { lots: lots(5), price: asPrice(fair + 20 * tick) },
    cancelOther: false,
    principal: ownAccount.principal,
    capacity: ownAccount.capacity,
  });
}

/** One of the orders is suspended, one is deleted, one is reduced. */
function tidyOrders(scene: Scene, who: SceneAccount): void {
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
