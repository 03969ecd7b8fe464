// The market's reference data for screens: instruments (2), holidays (3), contract dates (4), members, clients, contracts. It changes
// when the market opens, when the operator's reference data begin, when contracts are listed, when limits change, and when a day ends.
import {
  asPrice,
  businessDaysAfter,
  type Client,
  type ContractGroup,
  type ContractListing,
  type DayEnded,
  type Dealer,
  deliveryDays,
  type EventOf,
  type Holidays,
  type Instrument,
  type InstrumentRates,
  isoDate,
  type MarketHours,
  type MarketOpened,
  type MarketRules,
  type Member,
  type MovedDates,
  nextBusinessDay,
  type Price,
  parseIsoDate,
  ratesOf,
} from '@openpit/venue';
import {
  type ContractDateRow,
  type ContractDetails,
  compareInstruments,
  contractTypes,
  type HolidayRow,
  type InstrumentRow,
  type MemberRow,
  type TripartiteRow,
  toRand,
} from '@openpit/wire';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';

export interface SavedDirectory extends Omit<MarketOpened, 'kind' | 'businessDay' | 'market' | 'silo'> {
  readonly businessDay: string;
  readonly market: MarketRules | null;
  /** The change of the reference data that waits for its day; omitted if none does. */
  readonly planned?: PlannedReferenceData;
  /** The dates that contracts had before files moved them, the earliest first; omitted if no date has moved since rules 13. */
  readonly formerDates?: readonly FormerDates[];
  /** The offsets from UTC before files changed them, the earliest first; omitted if none has changed since rules 13. */
  readonly formerOffsets?: readonly FormerOffset[];
}

/** `until`: the last business day with this offset. */
interface FormerOffset {
  readonly until: string;
  readonly utcOffset: string;
}

/** `until`: the last business day with these dates. */
interface FormerDates extends MovedDates {
  readonly until: string;
}

/** The rules of the market and the rates that apply from a later business day. */
export interface PlannedReferenceData {
  readonly effectiveFrom: string;
  readonly market: MarketRules;
  readonly rates: NonNullable<EventOf<'referenceDataPlanned'>['rates']>;
}

const empty: SavedDirectory = {
  businessDay: '',
  market: null,
  holidays: [],
  instruments: [],
  contracts: [],
  members: [],
  dealers: [],
  clients: [],
  tripartites: [],
};

const unknownContract: DirectoryContract = {
  displaySeq: 0,
  instrument: '',
  tons: 0,
  tick: asPrice(1),
  mtm: asPrice(0),
  disclosesMembers: false,
};

/** The listing with the dates that have moved. */
export function withDates(dates: readonly MovedDates[]): (listing: ContractListing) => ContractListing {
  const moved = new Map(dates.map((contractDates) => [contractDates.contract, contractDates]));
  return (listing) => ({ ...listing, ...moved.get(listing.contract) });
}

export class Directory implements Projection {
  #data: SavedDirectory = empty;
  /**
   * The changes of the business day that begins. They are published before the day ends, and wait until then, because the last rows of the
   * ended day have its own reference data.
   */
  #change: EventOf<'referenceDataChanged'> | null = null;
  readonly #rates: EventOf<'ratesBegan'>[] = [];
  readonly #byName = new Map<string, ContractListing>();
  readonly #byDisplaySeq = new Map<number, ContractListing>();
  readonly #factsByName = new Map<string, DirectoryContract>();
  /** By contract; computed on demand. */
  readonly #lastNoticeDays = new Map<string, string>();

  readonly on: EventHandlers = {
    marketOpened: ({ kind: _kind, ...data }) => this.load(data),
    strikeAdded: ({ contracts }, _origin, changes) => {
      this.load({ ...this.#data, contracts: [...this.#data.contracts, ...contracts] });
      for (const { contract } of contracts) changes.list(contract);
    },
    contractsListed: ({ contracts }, _origin, changes) => {
      this.load({ ...this.#data, contracts: [...this.#data.contracts, ...contracts] });
      for (const { contract } of contracts) changes.list(contract);
    },
    limitsChanged: ({ contract, limits }) => {
      const contracts = this.#data.contracts.map((listing) =>
        listing.contract === contract ? { ...listing, limits } : listing,
      );
      this.load({ ...this.#data, contracts });
    },
    ratesBegan: (event) => {
      this.#rates.push(event);
    },
    referenceDataPlanned: ({ effectiveFrom, changes, market, rates }) => {
      const { planned: _before, ...data } = this.#data;
      const isPlanned = changes.length > 0 && market !== undefined && rates !== undefined;
      this.load(isPlanned ? { ...data, planned: { effectiveFrom, market, rates } } : data);
    },
    referenceDataChanged: (event) => {
      this.#change = event;
    },
    selfMatchSet: ({ selfMatch }) => {
      const { market } = this.#data;
      if (market !== null) this.load({ ...this.#data, market: { ...market, selfMatch } });
    },
    memberPut: ({ member }) => this.load({ ...this.#data, members: withOne(this.#data.members, member) }),
    dealerPut: ({ dealer }) => this.load({ ...this.#data, dealers: withOne(this.#data.dealers, dealer) }),
    clientPut: ({ client }) => this.load({ ...this.#data, clients: withOne(this.#data.clients, client) }),
    dayEnded: (event) => this.#beginDay(event),
  };

  readonly dataSets = {
    instruments: { rowsFor: () => this.instrumentRows() },
    holidays: { rowsFor: () => this.holidayRows() },
    contractDate: { rowsFor: () => this.contractDateRows() },
  };

  /** All reference data, with the current contracts. */
  get referenceData(): SavedDirectory {
    return this.#data;
  }

  get businessDay(): string {
    return this.#data.businessDay;
  }

  get disclosesMembers(): boolean {
    return this.#data.market?.disclosesMembers ?? false;
  }

  /** The market's treatment of an order that would deal with an order of the same member and principal; null before the market is opened. */
  get selfMatch(): MarketRules['selfMatch'] | null {
    return this.#data.market?.selfMatch ?? null;
  }

  get marketName(): string {
    return this.#data.market?.name ?? '';
  }

  /** `null` if the market follows the hours that the server was started with. */
  get hours(): MarketHours | null {
    return this.#data.market?.hours ?? null;
  }

  contract(name: string): ContractListing | undefined {
    return this.#byName.get(name);
  }

  /** The contract with the dates that it had on a business day. */
  contractOn(name: string, day: string): ContractListing | undefined {
    const listing = this.#byName.get(name);
    const former = this.#data.formerDates?.find(({ contract, until }) => contract === name && day <= until);
    if (listing === undefined || former === undefined) return listing;
    const { until: _until, ...dates } = former;
    return { ...listing, ...dates };
  }

  /** The offset from UTC that the file's hours had on a business day, if a later file has changed it. */
  formerOffset(day: string): string | undefined {
    return this.#data.formerOffsets?.find(({ until }) => day <= until)?.utcOffset;
  }

  contractOfDisplaySeq(displaySeq: number): ContractListing | undefined {
    return this.#byDisplaySeq.get(displaySeq);
  }

  /** The contracts that can still be dealt in. */
  tradedContracts(): readonly ContractListing[] {
    return this.#data.contracts.filter(this.isTraded);
  }

  /**
   * The contracts that screens follow: those that can be dealt in, and futures in their notice period. No position exists after that; the
   * contract then has only its history.
   */
  listedContracts(): readonly ContractListing[] {
    return this.#data.contracts.filter(this.isListed);
  }

  readonly isTraded = ({ lastTradingDay }: Pick<ContractListing, 'lastTradingDay'>): boolean =>
    lastTradingDay >= this.#data.businessDay;

  readonly isListed = (listing: ContractListing): boolean =>
    this.isTraded(listing) || (this.lastNoticeDay(listing) ?? '') >= this.#data.businessDay;

  /** The last delivery day of a future; its positions are closed at the end of the day; null unless it is settled with grain. */
  lastNoticeDay({ contract, kind, instrument, lastTradingDay }: ContractListing): string | null {
    if (kind !== 'future' || this.instrument(instrument)?.settlement !== 'physical') return null;
    const lastNoticeDay = this.#lastNoticeDays.get(contract);
    if (lastNoticeDay !== undefined) return lastNoticeDay;
    const lastDay = parseIsoDate(lastTradingDay);
    if (lastDay === null) return null;
    const noticeDay = isoDate(businessDaysAfter(lastDay, deliveryDays, this.holidays()));
    this.#lastNoticeDays.set(contract, noticeDay);
    return noticeDay;
  }

  /** The facts about a contract that rows of other projections contain. */
  readonly facts = (contract: string): DirectoryContract =>
    this.#factsByName.get(contract) ?? unknownContract;

  instrument(code: string): Instrument | undefined {
    return this.#data.instruments.find((instrument) => instrument.code === code);
  }

  /** The group whose phases apply to the contract today. */
  groupOf({ instrument, firstDeliveryDay }: ContractListing): ContractGroup {
    if (this.instrument(instrument)?.settlement === 'cash') return 'world';
    return this.#data.businessDay >= firstDeliveryDay ? 'deliveryMonth' : 'other';
  }

  /** The instruments of a group of contracts, in the order of SHELL-10. Instruments of `world` are settled in cash. */
  instrumentsOf(group: ContractGroup): string[] {
    return this.#data.instruments
      .filter(({ settlement }) => (settlement === 'cash') === (group === 'world'))
      .map(({ code }) => code)
      .sort(compareInstruments);
  }

  member(code: string): Member | undefined {
    return this.#data.members.find((member) => member.code === code);
  }

  client(code: string): Client | undefined {
    return this.#data.clients.find((client) => client.code === code);
  }

  dealersOf(member: string): readonly Dealer[] {
    return this.#data.dealers.filter((dealer) => dealer.member === member);
  }

  dealer(member: string, code: string): Dealer | undefined {
    return this.#data.dealers.find((dealer) => dealer.member === member && dealer.code === code);
  }

  clientsOf(member: string): readonly Client[] {
    return this.#data.clients.filter((client) => client.member === member);
  }

  /** The sub-accounts that are enabled for a member's own book and for its clients. */
  subAccountsOf(member: string): { code: string; principal: string }[] {
    const ownMembers = this.#data.members.filter(({ code }) => code === member);
    return [...ownMembers, ...this.clientsOf(member)].flatMap(({ code: principal, subAccounts = [] }) =>
      subAccounts.map((code) => ({ code, principal })),
    );
  }

  /** The arrangements with the member as executor or carrier; other arrangements are hidden from it. */
  tripartiteRows(member: string): TripartiteRow[] {
    return this.#data.tripartites
      .filter(({ executingMember, carryingMember }) => [executingMember, carryingMember].includes(member))
      .map(({ client, executingMember, carryingMember }) => ({ client, executingMember, carryingMember }));
  }

  memberRows(): MemberRow[] {
    return this.#data.members.map(({ code, name, active }) => ({ code, name, active }));
  }

  /** When the balances of the running business day will be due. */
  nextPayment(): { readonly dueOn: string | null; readonly dueBy: string | null } {
    const day = parseIsoDate(this.businessDay);
    if (day === null) return { dueOn: null, dueBy: null };
    const dueOn = isoDate(nextBusinessDay(day, this.holidays()));
    const { market, planned } = this.#data;
    const rules = planned !== undefined && planned.effectiveFrom <= dueOn ? planned.market : market;
    return { dueOn, dueBy: rules?.paymentCutOff ?? null };
  }

  /** For computing with business days. */
  holidays(): Holidays {
    const days = this.#data.holidays.map(({ date }) => parseIsoDate(date));
    return new Set(days.filter((day) => day !== null));
  }

  holidayRows(): HolidayRow[] {
    return this.#data.holidays.map(({ date, name }) => ({ date, name }));
  }

  /** Instruments in the order of SHELL-10. */
  instrumentRows(): InstrumentRow[] {
    return this.#data.instruments
      .map(
        ({ code, name, tonsPerContract, tick, settlement, dailyLimit, strikes }): InstrumentRow => ({
          instrument: code,
          name,
          tonsPerContract,
          tick: toRand(tick),
          decimals: tick % 100 === 0 ? 0 : 2,
          settlement,
          dailyLimit: toRand(dailyLimit),
          ...(strikes === undefined
            ? {}
            : {
                strikes: {
                  near: toRand(strikes.near),
                  far: toRand(strikes.far),
                  nearSteps: strikes.nearSteps,
                },
              }),
        }),
      )
      .sort((a, b) => compareInstruments(a.instrument, b.instrument));
  }

  /** A row for each future that is listed, with the expiry of the options on it. */
  contractDateRows(): ContractDateRow[] {
    const futures = this.listedContracts().filter(({ kind }) => kind === 'future');
    return futures.map((listing) => {
      const { contract, instrument, contractDate, firstDeliveryDay, lastTradingDay, optionExpiry } = listing;
      return {
        uniqueKey: contract,
        instrument,
        contractDate,
        firstDeliveryDay,
        lastTradingDay,
        lastNoticeDay: this.lastNoticeDay(listing),
        optionExpiry,
      };
    });
  }

  /** Returns null if no contract of the instrument has this name. */
  contractDetails(name: string, instrumentCode: string): ContractDetails | null {
    const listing = this.#byName.get(name);
    const instrument = this.instrument(instrumentCode);
    if (listing === undefined || instrument === undefined || listing.instrument !== instrumentCode)
      return null;
    return {
      contract: listing.contract,
      displaySeq: listing.displaySeq,
      instrument: instrumentCode,
      contractSize: instrument.tonsPerContract,
      tick: toRand(instrument.tick),
      lastTradingDay: listing.lastTradingDay,
      expiry: listing.flag === 'F' ? listing.lastTradingDay : listing.optionExpiry,
      strike: toRand(listing.strike),
      flag: listing.flag,
      CONTRACT_TYPE: contractTypes[listing.kind],
      limitLow: toRand(listing.limits?.low),
      limitHigh: toRand(listing.limits?.high),
      im: toRand(instrument.initialMargin),
    };
  }

  save(): SavedDirectory {
    return this.#data;
  }

  *#beginDay({ marks, nextBusinessDay }: DayEnded): Steps {
    const { market, holidays } = this.#change ?? this.#data;
    const { dates = [] } = this.#change ?? {};
    const withMoved = withDates(dates);
    const byContract = new Map(marks.map((mark) => [mark.contract, mark]));
    const contracts: ContractListing[] = [];
    for (const listing of this.#data.contracts) {
      contracts.push({ ...withMoved(listing), ...byContract.get(listing.contract) });
      yield;
    }
    const instruments = this.#nextInstruments();
    this.#change = null;
    this.#rates.splice(0);
    const { planned, ...data } = this.#data;
    const formerDates = [...(data.formerDates ?? []), ...this.#datesBefore(dates)];
    yield* this.#loading({
      ...data,
      ...(formerDates.length === 0 ? {} : { formerDates }),
      ...this.#offsetsBefore(market),
      ...(planned === undefined || planned.effectiveFrom <= nextBusinessDay ? {} : { planned }),
      businessDay: nextBusinessDay,
      market,
      holidays,
      instruments,
      contracts,
    });
  }

  /** The present dates of these contracts, which change with the day that ends. */
  #datesBefore(moved: readonly MovedDates[]): FormerDates[] {
    return moved.flatMap(({ contract: name }) => {
      const listing = this.#byName.get(name);
      if (listing === undefined) return [];
      const { contract, firstDeliveryDay, lastTradingDay, optionExpiry } = listing;
      return [{ until: this.businessDay, contract, firstDeliveryDay, lastTradingDay, optionExpiry }];
    });
  }

  #offsetsBefore(next: MarketRules | null): Pick<SavedDirectory, 'formerOffsets'> {
    const { formerOffsets = [], market } = this.#data;
    const was = market?.hours?.utcOffset;
    if (was === undefined || next?.hours === undefined || next.hours.utcOffset === was) return {};
    return { formerOffsets: [...formerOffsets, { until: this.businessDay, utcOffset: was }] };
  }

  #nextInstruments(): Instrument[] {
    const began = new Map(this.#rates.map((rates) => [rates.instrument, rates]));
    const changed = new Map(this.#change?.instruments.map((instrument) => [instrument.code, instrument]));
    const listed = this.#data.instruments.map((instrument) => {
      const { code } = instrument;
      return withRates(changed.get(code) ?? instrument, began.get(code) ?? ratesOf(instrument));
    });
    const added = [...changed.values()].filter(({ code }) => this.instrument(code) === undefined);
    return [...listed, ...added];
  }

  load(data: SavedDirectory): void {
    for (const _ of this.#loading(data));
  }

  *#loading(data: SavedDirectory): Steps {
    this.#data = data;
    this.#byName.clear();
    this.#byDisplaySeq.clear();
    this.#factsByName.clear();
    this.#lastNoticeDays.clear();
    for (const listing of data.contracts) {
      this.#byName.set(listing.contract, listing);
      this.#byDisplaySeq.set(listing.displaySeq, listing);
      const instrument = this.instrument(listing.instrument);
      this.#factsByName.set(listing.contract, {
        displaySeq: listing.displaySeq,
        instrument: listing.instrument,
        tons: instrument?.tonsPerContract ?? 0,
        tick: instrument?.tick ?? asPrice(1),
        mtm: listing.mtm,
        disclosesMembers: this.disclosesMembers,
      });
      yield;
    }
  }
}

/** The instrument with the rates that apply, which a file of reference data may not know. */
export function withRates(
  { bookingFee: _fee, ...instrument }: Instrument,
  rates: InstrumentRates,
): Instrument {
  const { initialMargin, classSpreadMargin, volatilityRange, bookingFee } = rates;
  const margins = { initialMargin, classSpreadMargin, volatilityRange };
  return { ...instrument, ...margins, ...(bookingFee === null ? {} : { bookingFee }) };
}

interface Party {
  readonly code: string;
  readonly member?: string;
}

/** The list with this item, which replaces the item with the same code and member. */
function withOne<One extends Party>(all: readonly One[], party: One): One[] {
  const isSame = ({ code, member }: Party) => code === party.code && member === party.member;
  return all.some(isSame) ? all.map((other) => (isSame(other) ? party : other)) : [...all, party];
}

/** Replaces a member's code if the market does not disclose members. */
export const undisclosed = '****';

/** The facts of a contract that rows of other projections show. */
interface DirectoryContract {
  readonly displaySeq: number;
  readonly instrument: string;
  readonly tons: number;
  /** The tick of the instrument. */
  readonly tick: Price;
  /** The last official MTM. */
  readonly mtm: Price;
  readonly disclosesMembers: boolean;
}

export type FactsOf = (contract: string) => DirectoryContract;
