// The market's reference data as screens ask for it: instruments (2), holidays (3), contract dates (4), members, clients,
// what a contract is. It changes only when the market opens and when a day ends.
import {
  type Client,
  type ContractListing,
  cents,
  type Dealer,
  type Holiday,
  type Instrument,
  type MarketRules,
  type Member,
  type VenueEvent,
} from '@openpit/venue';
import {
  type ContractDateRow,
  type ContractDetails,
  compareInstruments,
  type HolidayRow,
  type InstrumentRow,
  type MemberRow,
} from '@openpit/wire';
import { rand, randOrNull } from '../rand.ts';
import type { ContractFact } from './contract-facts.ts';

export interface SavedDirectory {
  readonly businessDay: string;
  readonly market: MarketRules | null;
  readonly holidays: readonly Holiday[];
  readonly instruments: readonly Instrument[];
  readonly contracts: readonly ContractListing[];
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
}

const nothing: SavedDirectory = {
  businessDay: '',
  market: null,
  holidays: [],
  instruments: [],
  contracts: [],
  members: [],
  dealers: [],
  clients: [],
};

const unknownContract: ContractFact = {
  displaySeq: 0,
  instrument: '',
  tons: 0,
  initialMargin: cents(0),
  disclosesMembers: false,
};

export class Directory {
  #data: SavedDirectory = nothing;
  readonly #byName = new Map<string, ContractListing>();
  readonly #byDisplaySeq = new Map<number, ContractListing>();
  readonly #factsByName = new Map<string, ContractFact>();

  apply(event: VenueEvent): void {
    if (event.kind === 'marketOpened') {
      const { kind: _kind, ...data } = event;
      this.load(data);
    } else if (event.kind === 'dayEnded') {
      const marks = new Map(event.marks.map((mark) => [mark.contract, mark]));
      const contracts = this.#data.contracts.map((listing) => ({
        ...listing,
        ...marks.get(listing.contract),
      }));
      this.load({ ...this.#data, businessDay: event.nextBusinessDay, contracts });
    }
  }

  get businessDay(): string {
    return this.#data.businessDay;
  }

  get disclosesMembers(): boolean {
    return this.#data.market?.disclosesMembers ?? false;
  }

  get marketName(): string {
    return this.#data.market?.name ?? '';
  }

  contract(name: string): ContractListing | undefined {
    return this.#byName.get(name);
  }

  contractOfDisplaySeq(displaySeq: number): ContractListing | undefined {
    return this.#byDisplaySeq.get(displaySeq);
  }

  contracts(): readonly ContractListing[] {
    return this.#data.contracts;
  }

  /** What rows of other data sets say of a contract. */
  readonly facts = (contract: string): ContractFact => this.#factsByName.get(contract) ?? unknownContract;

  instrument(code: string): Instrument | undefined {
    return this.#data.instruments.find((instrument) => instrument.code === code);
  }

  member(code: string): Member | undefined {
    return this.#data.members.find((member) => member.code === code);
  }

  dealer(member: string, code: string): Dealer | undefined {
    return this.#data.dealers.find((dealer) => dealer.member === member && dealer.code === code);
  }

  clientsOf(member: string): readonly Client[] {
    return this.#data.clients.filter((client) => client.member === member);
  }

  memberRows(): MemberRow[] {
    return this.#data.members.map(({ code, name, active }) => ({ code, name, active }));
  }

  holidayRows(): HolidayRow[] {
    return this.#data.holidays.map(({ date, name }) => ({ date, name }));
  }

  /** Instruments in the order of SHELL-10. */
  instrumentRows(): InstrumentRow[] {
    return this.#data.instruments
      .map(
        ({ code, name, tonsPerContract, tick, settlement, dailyLimit }): InstrumentRow => ({
          instrument: code,
          name,
          tonsPerContract,
          tick: rand(tick),
          decimals: tick % 100 === 0 ? 0 : 2,
          settlement,
          dailyLimit: randOrNull(dailyLimit),
        }),
      )
      .sort((a, b) => compareInstruments(a.instrument, b.instrument));
  }

  contractDateRows(): ContractDateRow[] {
    return this.#data.contracts.map(
      ({ contract, instrument, contractDate, firstDeliveryDay, lastTradingDay, optionExpiry }) => ({
        uniqueKey: contract,
        instrument,
        contractDate,
        firstDeliveryDay,
        lastTradingDay,
        optionExpiry,
      }),
    );
  }

  /** Null when no contract of the instrument has this name. */
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
      tick: rand(instrument.tick),
      lastTradingDay: listing.lastTradingDay,
      expiry: listing.flag === 'F' ? listing.lastTradingDay : listing.optionExpiry,
      strike: rand(listing.strike),
      flag: listing.flag,
      CONTRACT_TYPE: listing.contractType,
      limitLow: randOrNull(listing.limits?.low),
      limitHigh: randOrNull(listing.limits?.high),
      im: rand(instrument.initialMargin),
    };
  }

  save(): SavedDirectory {
    return this.#data;
  }

  load(data: SavedDirectory): void {
    this.#data = data;
    this.#byName.clear();
    this.#byDisplaySeq.clear();
    this.#factsByName.clear();
    for (const listing of data.contracts) {
      this.#byName.set(listing.contract, listing);
      this.#byDisplaySeq.set(listing.displaySeq, listing);
      const instrument = this.instrument(listing.instrument);
      this.#factsByName.set(listing.contract, {
        displaySeq: listing.displaySeq,
        instrument: listing.instrument,
        tons: instrument?.tonsPerContract ?? 0,
        initialMargin: instrument?.initialMargin ?? cents(0),
        disclosesMembers: this.disclosesMembers,
      });
    }
  }
}
