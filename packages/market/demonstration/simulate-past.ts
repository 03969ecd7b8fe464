// Simulates the last business days of the demonstration in virtual time at its first start, through the usual commands, so that a dealer who
// opens it finds a market with a past. The past is derived from a seed and the time of the start. The next start continues an interrupted
// one: it skips commands at times that the market has already reached.
import type { MarketView } from '@openpit/projections';
import {
  type Actor,
  asPrice,
  beginsRun,
  businessDaysBefore,
  type Clock,
  type Command,
  type ContractGroup,
  type ContractListing,
  civilOf,
  contractDates,
  type Day,
  type EpochMs,
  epochMs,
  type Holidays,
  isoDate,
  type Outcome,
  otherSide,
  type Price,
  type Submission,
} from '@openpit/venue';
import { commandsOfStep } from '../schedule/run-schedule.ts';
import type { DueStep, ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { deliveredInstrument } from './daily-contracts.ts';
import { randomNumbers } from './illustrative-history.ts';
import { type DealRate, dealRates, dealtAt, orderOf, PastDeals, type PlannedDeal } from './past-deals.ts';
import { endsBefore } from './past-deliveries.ts';
import { busynessBy, onTick, PastPrices, slotMs } from './past-prices.ts';
import type { Scene } from './past-scene.ts';
import { pastScript } from './past-script.ts';

/** The business days before the current one that are simulated completely, at least. */
const wholeDays = 5;
/** The newest whole days that are simulated deal by deal; those before them have fewer and larger deals. */
const fineDays = 1;
const coarseness = 2;
/** The minute of the market's day at which the first of them begins. */
const firstMinute = 6 * 60 + 59;
/** The maximum number of commands handled together. */
const maxWaiting = 2_000;
/** The past to simulate; kept until it has been simulated completely. */
export interface PastPlan {
  readonly seed: number;
  /** When the market was opened. */
  readonly from: number;
  /** The number of business days that are simulated completely. */
  readonly days: number;
  /** The business day after them. */
  readonly present: Day;
}

/** The past of a market that is opened now; null if the schedule ends no days. */
export function newPast(
  calendar: ScheduleCalendar,
  holidays: Holidays,
  {
    now,
    seed,
    days: requestedDays,
    requestedDay,
  }: {
    readonly now: number;
    readonly seed: number;
    /** The number of business days before the current one that are simulated completely; by default `daysWithGrain`. */
    readonly days?: number;
    /** The current business day; null for the calendar's business day. */
    readonly requestedDay: Day | null;
  },
): PastPlan | null {
  if (calendar.next(now, ({ kind }) => kind === 'endDay') === null) return null;
  const current = calendar.businessDayAt(now);
  const present = requestedDay ?? current;
  const days = requestedDays ?? daysWithGrain(present, holidays);
  const first = businessDaysBefore(current, days, holidays);
  return { seed, from: calendar.timeOn(first, firstMinute), days, present };
}

/**
 * Five days, or more if grain is to be delivered on the day before the current one. On the first day of a month, that grain is of the month
 * before, so the past must begin on its last trading day at the latest.
 */
function daysWithGrain(present: Day, holidays: Holidays): number {
  const { lastTradingDay } = contractDates(civilOf(businessDaysBefore(present, 1, holidays)), holidays);
  let days = wholeDays;
  while (businessDaysBefore(present, days, holidays) > lastTradingDay) days += 1;
  return days;
}

/** A command with the time that it is to have. */
export interface PastCommand {
  readonly submission: Submission;
  readonly at: EpochMs;
}

/** Handles commands of the past, each at its own time. Only for a market that is not in use yet. */
export interface PastCommandRunner {
  execute(commands: readonly PastCommand[]): Promise<Outcome[]>;
}

interface PastMarket {
  readonly gateway: PastCommandRunner;
  readonly view: MarketView;
  readonly calendar: ScheduleCalendar;
  readonly time: PastTime;
}

/** Resolves when everything up to `until` has been simulated, which may not be on disk yet. `onDay` is called with each business day before it is simulated. */
export async function simulatePast(
  market: PastMarket,
  plan: PastPlan,
  {
    until,
    doneUntil,
    onDay,
  }: {
    readonly until: number;
    /** The time of the market's last command: actions that are not later have been simulated already. */
    readonly doneUntil: number;
    readonly onDay: (businessDay: string, number: number, total: number) => void;
  },
): Promise<void> {
  await new PastSimulation(market, plan, doneUntil).run(until, onDay);
}

type Item =
  | { readonly at: number; readonly step: DueStep }
  | { readonly at: number; readonly deal: PlannedDeal }
  | { readonly at: number; readonly act: (scene: Scene) => void };

class PastSimulation {
  readonly #market: PastMarket;
  readonly #plan: PastPlan;
  readonly #doneUntil: number;
  readonly #prices: PastPrices;
  readonly #deals: PastDeals;
  #waiting: PastCommand[] = [];
  #lastAt = 0;
  #tradingGroups: ReadonlySet<ContractGroup> = new Set();
  /** When the current business day began. */
  #dayFrom: number;
  readonly #busyness: (at: number) => number;
  #rates: readonly DealRate[] = [];

  constructor(market: PastMarket, plan: PastPlan, doneUntil: number) {
    this.#market = market;
    this.#plan = plan;
    this.#doneUntil = doneUntil;
    this.#dayFrom = plan.from;
    this.#busyness = busynessBy(market.calendar);
    const last = isoDate(plan.present);
    this.#deals = new PastDeals((future) => {
      const listing = market.view.directory.contract(future);
      return listing?.instrument === deliveredInstrument && listing.firstDeliveryDay <= last;
    });
    this.#prices = new PastPrices(`${plan.seed} past`, plan.from, this.#busyness);
  }

  async run(until: number, onDay: (day: string, number: number, total: number) => void): Promise<void> {
    const { calendar, view } = this.#market;
    const { seed, from, days } = this.#plan;
    const holidays = view.directory.holidays();
    // On a later start the market is in one of the days of the past.
    const script = pastScript({ calendar, from, until, days, present: this.#plan.present, holidays });
    let actsDone = 0;
    let day = 1;
    onDay(view.directory.businessDay, day, days + 1);
    this.#beginDay(from);
    for (let slot = from; slot < until; slot += slotMs) {
      const end = Math.min(slot + slotMs, until);
      const random = randomNumbers(`${seed} slot ${slot}`);
      const items: Item[] = calendar.between(slot, end).map((step) => ({ at: step.at, step }));
      while (actsDone < script.length && (script[actsDone]?.at ?? 0) < end) {
        const next = script[actsDone];
        if (next !== undefined) items.push(next);
        actsDone += 1;
      }
      const rates = this.#rates.filter(({ contract }) => this.#isTrading(contract));
      const slotTerms = {
        from: slot,
        lengthMs: end - slot,
        activity: this.#busyness(slot),
        coarseness: day > days - fineDays ? 1 : coarseness,
        random,
      };
      for (const deal of this.#deals.of(rates, slotTerms)) items.push({ at: deal.at, deal });
      for (const item of items.sort((a, b) => a.at - b.at)) {
        if ('deal' in item) {
          this.#deal(item.deal, random);
          if (this.#waiting.length >= maxWaiting) await this.#flush();
          continue;
        }
        await this.#flush();
        if ('act' in item) {
          if (item.at > this.#doneUntil) item.act(this.#scene(item.at));
          continue;
        }
        for (const command of commandsOfStep(this.#market, item.step, item.at))
          this.#add({ kind: 'schedule' }, command, item.at);
        await this.#flush();
        this.#noteGroups();
        if (item.step.step.kind !== 'endDay') continue;
        this.#beginDay(item.at);
        day += 1;
        onDay(view.directory.businessDay, day, days + 1);
      }
    }
    await this.#flush();
  }

  #beginDay(at: number): void {
    this.#dayFrom = at;
    const traded = this.#market.view.directory
      .tradedContracts()
      .filter((tradedContract) => !this.#isEnding(tradedContract));
    this.#rates = dealRates(traded, (name) => this.#priceOf(name, at));
    this.#noteGroups();
  }

  /**
   * True if grain of the contract, or of a leg, is delivered for the last time before the past ends. Only the script deals in it:
   * positions at random would be closed with a penalty.
   */
  #isEnding({ contract, legs }: ContractListing): boolean {
    const { view } = this.#market;
    return [legs?.near ?? contract, legs?.far ?? contract].some((name) => {
      const future = view.directory.contract(name);
      return future !== undefined && endsBefore(view, future, isoDate(this.#plan.present));
    });
  }

  /** After a phase has begun. */
  #noteGroups(): void {
    const groups = this.#market.view.exchangeDay.groups();
    this.#tradingGroups = new Set(
      groups.flatMap(({ group, phase }) => (phase === 'continuous' ? [group] : [])),
    );
  }

  readonly #isTrading = (contract: ContractListing): boolean =>
    this.#tradingGroups.has(this.#market.view.directory.groupOf(contract));

  #deal(deal: PlannedDeal, random: () => number): void {
    const { at, lots, maker, taker, side } = deal;
    // The limits of the contract may have changed since it was planned.
    const contract = this.#market.view.directory.contract(deal.contract.contract);
    if (contract === undefined || !this.#isTrading(contract)) return;
    const dealt = dealtAt(
      { ...deal, contract },
      { tick: this.#tickOf(contract), priceOf: (name) => this.#priceOf(name, at), random },
    );
    if (dealt === null) return;
    const terms = { contract: contract.contract, lots, ...dealt };
    this.#add(user(maker), orderOf(maker, { ...terms, side: otherSide(side) }), at);
    this.#add(user(taker), orderOf(taker, { ...terms, side, type: 'Tok' }), at);
  }

  #tickOf({ instrument, legs }: ContractListing): Price {
    const { directory } = this.#market.view;
    const codes = [instrument, directory.contract(legs?.far ?? '')?.instrument ?? instrument];
    return asPrice(Math.max(...codes.map((code) => directory.instrument(code)?.tick ?? 1)));
  }

  /**
   * The price of a future, on a path that begins at the business day's opening MTM; undefined for a contract that is not a listed future.
   */
  #priceOf(name: string, at: number): number | undefined {
    const contract = this.#market.view.directory.contract(name);
    if (contract === undefined || contract.kind !== 'future') return undefined;
    return this.#prices.of(contract, { price: contract.mtm, from: this.#dayFrom, at });
  }

  #scene(at: number): Scene {
    const { view, calendar } = this.#market;
    return {
      at,
      view,
      calendar,
      last: isoDate(this.#plan.present),
      send: (by, command) => this.#add(by, command, at, true),
      isTrading: this.#isTrading,
      priceOf: (contract, ticks = 0) => {
        const tick = this.#tickOf(contract);
        const { limits } = contract;
        const price = onTick(this.#priceOf(contract.contract, at) ?? contract.mtm, tick) + ticks * tick;
        return asPrice(limits === null ? price : Math.min(Math.max(price, limits.low), limits.high));
      },
    };
  }

  /**
   * Each command has its own time, so that an interrupted start knows how far it has simulated. A command that its user would have sent from
   * a screen has a request id, with which My actions lists it.
   */
  #add(by: Actor, command: Command, at: number, isFromScreen = false): void {
    this.#lastAt = Math.max(this.#lastAt + 1, Math.floor(at));
    if (this.#lastAt <= this.#doneUntil) return;
    const requestId = isFromScreen && by.kind === 'user' ? `past-${this.#lastAt}` : null;
    this.#waiting.push({ submission: { by, requestId, command }, at: epochMs(this.#lastAt) });
    if (beginsRun.has(command.kind)) this.#lastAt += 1;
  }

  async #flush(): Promise<Outcome[]> {
    const commands = this.#waiting;
    const first = commands[0];
    if (first === undefined) return [];
    this.#waiting = [];
    this.#market.time.set(first.at, String(this.#plan.seed));
    return await this.#market.gateway.execute(commands);
  }
}

const user = ({ userId }: { readonly userId: string }): Actor => ({ kind: 'user', userId });

/**
 * The time while the demonstration's past is simulated. During that, commands get past times, and random decisions are derived from the seed.
 * Afterwards it uses the given clock and seeds.
 */
export class PastTime {
  #now: EpochMs | null = null;
  #random: (() => number) | null = null;
  readonly #clock: Clock;
  readonly #drawSecretSeed: () => number;

  constructor(clock: Clock, drawSecretSeed: () => number) {
    this.#clock = clock;
    this.#drawSecretSeed = drawSecretSeed;
  }

  /** The market's clock. Timers always run by the system's. */
  readonly clock: Clock = {
    now: () => this.#now ?? this.#clock.now(),
    at: (time, call) => this.#clock.at(time, call),
  };

  /** Secret, unless the past is simulated. */
  readonly drawSeed = (): number =>
    this.#random === null ? this.#drawSecretSeed() : Math.floor(this.#random() * 2 ** 32);

  /** From now on it is this time, and random decisions follow from the seed and the time. */
  set(now: EpochMs, seed: string): void {
    this.#now = now;
    this.#random = randomNumbers(`${seed} decisions ${now}`);
  }

  end(): void {
    this.#now = null;
    this.#random = null;
  }
}
