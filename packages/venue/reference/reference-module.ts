// The market's slice of the state, the change of its reference data that waits for its day, and the one rule that the operator changes
// immediately.
import type { AnnouncementsState } from '../announcements/announcements-module.ts';
import { legsOf } from '../contracts/contract.ts';
import type { ContractListing } from '../contracts/contract-listing.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { mustExist } from '../kernel/assert.ts';
import { type Day, type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import {
  addContracts,
  changeMarket,
  type DateMove,
  emptyMarket,
  firstAdditions,
  type LaterStep,
  type Market,
  type MarketContext,
} from './market.ts';
import { type PartyEvent, partyRejections, putDealer } from './parties.ts';
import type { PlannedChange, RatesChange } from './reference-change.ts';
import type { Client, Dealer, Holiday, MarketRules, Member, ReferenceData } from './reference-data.ts';
import {
  datesSection,
  holidaysSection,
  instrumentsSection,
  marketChangeOn,
  rulesOn,
  rulesSection,
} from './reference-sections.ts';

/** Sets the treatment of an order that would match one of the same member and principal. */
export interface SetSelfMatch {
  readonly kind: 'setSelfMatch';
  readonly selfMatch: MarketRules['selfMatch'];
}

interface SelfMatchSet {
  readonly kind: 'selfMatchSet';
  readonly selfMatch: MarketRules['selfMatch'];
}

/** The changes take effect on this business day; null for the next business day. They replace a pending change. */
export interface ApplyReferenceData {
  readonly kind: 'applyReferenceData';
  readonly effectiveFrom: IsoDate | null;
  readonly referenceData: ReferenceData;
}

/** A change of the reference data waits for its business day, in place of the change that waited before; without changes, none waits. */
interface ReferenceDataPlanned {
  readonly kind: 'referenceDataPlanned';
  readonly effectiveFrom: IsoDate;
  /** Each as the end of a sentence. */
  readonly changes: readonly string[];
  /** The rules of the market from that day, and the rates that change then. Omitted before rules 13. */
  readonly market?: MarketRules;
  readonly rates?: readonly RatesChange[];
}

/** A change of the reference data applies from now on. The contracts and rates that it brings have their own events. */
interface ReferenceDataChanged {
  readonly kind: 'referenceDataChanged';
  readonly market: MarketRules;
  readonly holidays: readonly Holiday[];
  /** New instruments, and instruments with a change. */
  readonly instruments: readonly Instrument[];
  /** All dates of the contracts with a moved date; omitted if there is none. */
  readonly dates?: readonly MovedDates[];
}

/** The dates of a contract, as in its listing. */
export type MovedDates = Pick<
  ContractListing,
  'contract' | 'firstDeliveryDay' | 'lastTradingDay' | 'optionExpiry'
>;

/**
 * The market continues under the rules of another version of the program (decision 21). The program sends it when it opens a market that an
 * earlier version has stopped. Earlier commands are never handled again.
 */
export interface ChangeRules {
  readonly kind: 'changeRules';
  readonly from: number;
  readonly to: number;
}

interface RulesChanged {
  readonly kind: 'rulesChanged';
  readonly from: number;
  readonly to: number;
}

export type ReferenceEvent =
  | SelfMatchSet
  | ReferenceDataPlanned
  | ReferenceDataChanged
  | RulesChanged
  | PartyEvent;

export interface Reference {
  /** `null` until the market is opened. */
  market: Market | null;
  /** `null` if no change of the reference data is pending. */
  planned: PlannedChange | null;
}

export interface ReferenceState extends AnnouncementsState {
  readonly reference: Reference;
}

export interface SavedReference {
  /** The reference data of the opening. */
  readonly referenceData: ReferenceData;
  readonly businessDay: IsoDate;
  readonly later: readonly LaterStep[];
  readonly selfMatch: MarketRules['selfMatch'];
  readonly planned: PlannedChange | null;
  /** All members, with their current values. */
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
}

const referenceRejections = {
  marketNotOpened: fixed({
    when: 'before the first command of a journal',
    sentence: 'The market has not been opened yet. Wait until it is ready, then try again.',
  }),
  instrumentUnknown: detailed({
    when: 'halt, resume, widen limits',
    examples: [{ instrument: 'XMAZ' }],
    sentence: (v) => `There is no instrument ${v.instrument}.`,
  }),
  memberUnknown: detailed({
    when: 'assign, insert unmatched',
    examples: [{ member: 'NONE' }],
    sentence: (v) => `There is no member ${v.member}. Pick one from the list.`,
  }),
  memberNotActive: detailed({
    when: 'assign, tripartite, insert unmatched',
    examples: [{ member: 'SLAP' }],
    sentence: (v) => `Member ${v.member} is not active and cannot deal.`,
  }),
  referenceChangeUnusable: detailed({
    when: 'apply reference data',
    examples: [{ why: 'the tick of WMAZ cannot change from 0.20 to 1.00, because contracts are listed' }],
    sentence: (v) => `The reference data cannot be applied, and nothing changes: ${v.why}.`,
  }),
};

export const reject = rejectionsFrom(referenceRejections);

type ReferenceContext = MarketContext<ReferenceState, ReferenceEvent>;

function setSelfMatch({ market, emit }: ReferenceContext, { selfMatch }: SetSelfMatch): null {
  market.rules = { ...market.rules, selfMatch };
  emit({ kind: 'selfMatchSet', selfMatch });
  return null;
}

function changeRules({ state, market, emit }: ReferenceContext, { from, to }: ChangeRules): null {
  emit({ kind: 'rulesChanged', from, to });
  const { planned } = state.reference;
  // Rules before 13 have published it without its rules and rates.
  if (planned !== null) emit(publishedPlan(planned, market));
  return null;
}

export function publishedPlan(planned: PlannedChange, market: Market): ReferenceDataPlanned {
  const { effectiveFrom, parts } = planned;
  const day = mustExist(parseIsoDate(effectiveFrom), `a change is planned for "${effectiveFrom}"`);
  return {
    kind: 'referenceDataPlanned',
    effectiveFrom,
    changes: parts.map(({ text }) => text),
    market: rulesOn({ planned }, market, day),
    // The section of the rates, which is in a module above this one, has such changes.
    rates: parts.filter(({ section }) => section === 'rates').map(({ change }) => change as RatesChange),
  };
}

function restored({ referenceData, businessDay, later, selfMatch, ...parties }: SavedReference): Market {
  const day: Day = mustExist(parseIsoDate(businessDay), `the snapshot's business day is "${businessDay}"`);
  const { members, dealers, clients } = parties;
  const market = emptyMarket(referenceData, day);
  for (const member of members) market.members.set(member.code, member);
  for (const dealer of dealers) market.dealers.set(`${dealer.member}/${dealer.code}`, dealer);
  for (const client of clients) market.clients.set(client.code, client);
  for (const addition of firstAdditions(referenceData)) addContracts(market, addition);
  // In the order in which it happened: the dates of a contract follow from the holidays known when it was listed.
  for (const step of later)
    if (step.kind === 'change') changeMarket(market, step.change);
    else {
      addContracts(market, step);
      market.later.push(step);
    }
  market.rules = { ...market.rules, selfMatch };
  return market;
}

function beginDay({ state, market, emit }: ReferenceContext, { next }: { readonly next: Day }): void {
  market.businessDay = next;
  const change = marketChangeOn(state.reference, market, next);
  if (change === null) return;
  changeMarket(market, change);
  const { rules, referenceData } = market;
  const { instruments = [], dates = [] } = change;
  const moved = dates.length === 0 ? {} : { dates: movedDates(market, dates) };
  const { holidays } = referenceData;
  emit({ kind: 'referenceDataChanged', market: rules, holidays, instruments, ...moved });
}

/** The dates of the futures, and of the options, splits and spreads that depend on them. */
function movedDates({ listed }: Market, moves: readonly DateMove[]): MovedDates[] {
  const futures = new Set(moves.map(({ contract }) => contract));
  return listed
    .filter((contract) =>
      [contract.option?.underlying ?? contract, ...legsOf(contract)].some(({ name }) => futures.has(name)),
    )
    .map(({ name, firstDeliveryDay, lastDay, optionExpiry }) => ({
      contract: name,
      firstDeliveryDay: isoDate(firstDeliveryDay),
      lastTradingDay: isoDate(lastDay),
      optionExpiry: isoDate(optionExpiry),
    }));
}

/** Runs after all modules have applied their part of the change. */
function endChange({ state: { reference }, market }: ReferenceContext): void {
  if (reference.planned !== null && reference.planned.effectiveFrom <= isoDate(market.businessDay))
    reference.planned = null;
}

export const referenceModule = {
  name: 'reference',
  events: {
    selfMatchSet: true,
    referenceDataPlanned: true,
    referenceDataChanged: true,
    rulesChanged: true,
    memberPut: true,
    dealerPut: true,
    clientPut: true,
  } satisfies EventKinds<ReferenceEvent>,
  slice: {
    empty: (): Reference => ({ market: null, planned: null }),
    save: ({ market, planned }: Reference): SavedReference | null =>
      market === null
        ? null
        : {
            referenceData: market.opening,
            businessDay: isoDate(market.businessDay),
            later: [...market.later],
            selfMatch: market.rules.selfMatch,
            planned,
            members: [...market.members.values()],
            dealers: [...market.dealers.values()],
            clients: [...market.clients.values()],
          },
    load: (saved: SavedReference | null): Reference => ({
      market: saved === null ? null : restored(saved),
      planned: saved?.planned ?? null,
    }),
  },
  commands: {
    changeRules: byOperator(changeRules),
    putDealer: byOperator(putDealer),
    setSelfMatch: byOperator(setSelfMatch),
  },
  rejections: { ...referenceRejections, ...partyRejections },
  referenceSections: [rulesSection, holidaysSection, instrumentsSection, datesSection],
  endOfDay: { reset: beginDay, open: endChange },
} as const;
