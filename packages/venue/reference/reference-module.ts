// The market's slice of the state and the one rule of it that the operator changes while it runs.

import type { AnnouncementsState } from '../announcements/announcements-module.ts';
import { present } from '../kernel/assert.ts';
import { type Day, type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import {
  type Addition,
  addContracts,
  emptyMarket,
  firstAdditions,
  type Market,
  type MarketAct,
} from './market.ts';
import type { MarketRules, ReferenceData } from './reference-data.ts';

/** What happens to an order that would match one of the same member and principal. */
export interface SetSelfMatch {
  readonly kind: 'setSelfMatch';
  readonly selfMatch: MarketRules['selfMatch'];
}

export interface SelfMatchSet {
  readonly kind: 'selfMatchSet';
  readonly selfMatch: MarketRules['selfMatch'];
}

/**
 * The market goes on under the rules of another version of the program (decision 20). The program sends it when it opens a market
 * that a former version has stopped; earlier commands are never handled again.
 */
export interface ChangeRules {
  readonly kind: 'changeRules';
  readonly from: number;
  readonly to: number;
}

export interface RulesChanged {
  readonly kind: 'rulesChanged';
  readonly from: number;
  readonly to: number;
}

export interface Reference {
  /** Null until the market is opened. */
  market: Market | null;
}

export interface ReferenceState extends AnnouncementsState {
  readonly reference: Reference;
}

export interface SavedReference {
  readonly referenceData: ReferenceData;
  readonly businessDay: IsoDate;
  readonly added: readonly Addition[];
  readonly selfMatch: MarketRules['selfMatch'];
}

export const referenceRejections = {
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
};

export const reject = rejectionsFrom(referenceRejections);

export type ReferenceEvent = SelfMatchSet | RulesChanged;
type ReferenceAct = MarketAct<ReferenceState, ReferenceEvent>;

function setSelfMatch({ market, emit }: ReferenceAct, { selfMatch }: SetSelfMatch): null {
  market.rules = { ...market.rules, selfMatch };
  emit({ kind: 'selfMatchSet', selfMatch });
  return null;
}

function changeRules({ emit }: ReferenceAct, { from, to }: ChangeRules): null {
  emit({ kind: 'rulesChanged', from, to });
  return null;
}

function restored({ referenceData, businessDay, added, selfMatch }: SavedReference): Market {
  const day: Day = present(parseIsoDate(businessDay), `the snapshot's business day is "${businessDay}"`);
  const market = emptyMarket(referenceData, day);
  for (const addition of [...firstAdditions(referenceData), ...added]) addContracts(market, addition);
  market.added.push(...added);
  market.rules = { ...market.rules, selfMatch };
  return market;
}

export const referenceModule = {
  name: 'reference',
  events: { selfMatchSet: true, rulesChanged: true } satisfies EventKinds<ReferenceEvent>,
  slice: {
    empty: (): Reference => ({ market: null }),
    save: ({ market }: Reference): SavedReference | null =>
      market === null
        ? null
        : {
            referenceData: market.referenceData,
            businessDay: isoDate(market.businessDay),
            added: [...market.added],
            selfMatch: market.rules.selfMatch,
          },
    load: (saved: SavedReference | null): Reference => ({
      market: saved === null ? null : restored(saved),
    }),
  },
  commands: { setSelfMatch: byOperator(setSelfMatch), changeRules: byOperator(changeRules) },
  rejections: referenceRejections,
  endOfDay: {
    reset: ({ market }: ReferenceAct, { next }: { readonly next: Day }): void => {
      market.businessDay = next;
    },
  },
} as const;
