// The contents of a snapshot: the states of venue and projections after the same command, as JSON. A busy day has more in it than one text
// can hold (V8: 537 million characters), and more objects than the heap. So a long list is written and read in parts, each a compressed
// section of its own. Without a long list there are two sections.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Projections, projectionUpgrades, type SavedProjections } from '@openpit/projections';
import type { NewSnapshot } from '@openpit/storage';
import {
  chunksInMemory,
  hashTexts,
  LongList,
  ruleVersion,
  type SavedParts,
  type StateHash,
  type UpgradeSteps,
  upgraded,
  Venue,
  type VenueSnapshot,
  venueUpgrades,
} from '@openpit/venue';
import { requireKnownRules } from './recovery-error.ts';

type StateName = 'venue' | 'projections';
type Sections = NewSnapshot['sections'];
type Path = readonly (string | number)[];

/** The items of a part. An item has at most some thousand characters. */
const mostItems = 20_000;

export interface MarketState {
  readonly venue: Venue;
  readonly projections: Projections;
}

/** The state of a market as bytes. */
export type SavedMarket = Pick<NewSnapshot, 'ruleVersion' | 'sections'>;

export function snapshotContents(market: MarketState, most = mostItems): NewSnapshot {
  const saved = savedMarket(market, most);
  return { seq: market.venue.lastSeq, stateHash: hashOfState(saved.sections), ...saved };
}

export const savedMarket = ({ venue, projections }: MarketState, most = mostItems): SavedMarket => ({
  ruleVersion,
  sections: {
    ...sectionsOf('venue', venue.snapshot(), most),
    ...sectionsOf('projections', projections.save(), most),
  },
});

/** The section of the state, and one for each part of a long list. Its name has the path of the list and the first place of the part. */
function sectionsOf(name: StateName, state: object, most: number): Sections {
  const parts: Record<string, Uint8Array> = {};
  /** The list, or an empty list if it is long. */
  const divided = (list: Iterable<unknown>, path: Path): unknown => {
    let items: unknown[] = [];
    let from = 0;
    const endPart = () => {
      parts[`${name} ${JSON.stringify([...path, from])}`] = deflateRawSync(encoded(items), { level: 1 });
      from += items.length;
      items = [];
    };
    for (const item of list) {
      if (items.length === most) endPart();
      items.push(item);
    }
    if (from === 0) return items;
    endPart();
    return items;
  };
  const withoutLongLists = (value: unknown, path: Path): unknown => {
    if (value instanceof LongList) return divided(value, path);
    if (Array.isArray(value)) {
      if (value.length > most) return divided(value, path);
      return value.map((item, at) => (item instanceof LongList ? divided(item, [...path, at]) : item));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([key, field]) => [
      key,
      withoutLongLists(field, [...path, key]),
    ]);
    return Object.fromEntries(fields);
  };
  return { [name]: encoded(withoutLongLists(state, [])), ...parts };
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The hash of the venue's state, of the texts of its sections in their order: of a state without long lists the venue's own hash. */
export const hashOfState = (sections: Sections): StateHash => hashTexts(textsOf(sections, 'venue'));

/** The texts of a state, one at a time. */
function* textsOf(sections: Sections, name: StateName): Generator<string> {
  const decoder = new TextDecoder();
  for (const [section, bytes] of Object.entries(sections))
    if (section === name) yield decoder.decode(bytes);
    else if (section.startsWith(`${name} `)) yield decoder.decode(inflateRawSync(bytes));
}

/**
 * The market in this state, in the current shape; an empty market without a state. `store` keeps the bytes of its day. Throws RecoveryError
 * for a state of later rules.
 */
export function marketOf(state: SavedMarket | undefined, store = chunksInMemory): MarketState {
  if (state === undefined) return { venue: new Venue(undefined, store), projections: new Projections(store) };
  const { ruleVersion: rules } = state;
  requireKnownRules(rules);
  const savedAs = (name: StateName, steps: UpgradeSteps): unknown =>
    upgraded(stateIn(state, name) as SavedParts, { from: rules, to: ruleVersion, steps });
  return {
    venue: Venue.from(savedAs('venue', venueUpgrades) as VenueSnapshot, undefined, store),
    projections: Projections.from(savedAs('projections', projectionUpgrades) as SavedProjections, store),
  };
}

/** The state as it was saved. Long lists are read part by part; lists of earlier rules are complete, for the steps of an upgrade. */
export function stateIn({ sections, ruleVersion: rules }: SavedMarket, name: StateName): unknown {
  const [text] = textsOf(sections, name);
  const state: unknown = JSON.parse(text ?? '');
  const lists = new Map<string, Uint8Array[]>();
  for (const [section, bytes] of Object.entries(sections)) {
    if (!section.startsWith(`${name} `)) continue;
    const path = JSON.stringify((JSON.parse(section.slice(name.length)) as Path).slice(0, -1));
    const parts = lists.get(path) ?? [];
    parts.push(bytes);
    lists.set(path, parts);
  }
  for (const [path, parts] of lists) {
    const list = new LongList(() => itemsOf(parts));
    put(state, JSON.parse(path) as Path, rules === ruleVersion ? list : [...list]);
  }
  return state;
}

function* itemsOf(parts: readonly Uint8Array[]): Generator<unknown> {
  const decoder = new TextDecoder();
  for (const bytes of parts) yield* JSON.parse(decoder.decode(inflateRawSync(bytes))) as unknown[];
}

function put(state: unknown, path: Path, list: Iterable<unknown>): void {
  let parent = state as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  parent[path.at(-1) ?? ''] = list;
}
