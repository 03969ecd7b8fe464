// The contents of a snapshot: the states of venue and projections after the same command, as JSON. A busy day has more in it than one text
// can hold (V8: 537 million characters), and more objects than the heap. So a long list is written and read in parts, each a compressed
// section of its own. Without a long list there are two sections.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Projections, projectionUpgrades, type SavedProjections } from '@openpit/projections';
import { bytesOf, type NewSnapshot, type Section, type Snapshot, type StoredSection } from '@openpit/storage';
import {
  type Chunk,
  type ChunkStore,
  chunkSize,
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
export type SavedMarket = Pick<Snapshot, 'ruleVersion' | 'sections'>;

export function snapshotContents(market: MarketState, most = mostItems): NewSnapshot {
  return contentsOf(market, savedMarket(market, most).sections);
}

const contentsOf = ({ venue }: MarketState, sections: Sections): NewSnapshot => ({
  seq: venue.lastSeq,
  stateHash: hashOfState(sections),
  ruleVersion,
  sections,
});

/** The contents of a snapshot whose bytes are kept in a store until they are dropped, because a busy day has more than fit into memory. */
export function storedContents(
  market: MarketState,
  store: ChunkStore,
): { readonly contents: NewSnapshot; drop(): void } {
  const kept: Chunk[] = [];
  const inStore = (bytes: Uint8Array): StoredSection => {
    const chunks: Chunk[] = [];
    for (let from = 0; from < bytes.length; from += chunkSize) {
      const chunk = new Uint8Array(chunkSize);
      chunk.set(bytes.subarray(from, from + chunkSize));
      chunks.push(store.keep(chunk));
    }
    kept.push(...chunks);
    return { length: bytes.length, read: () => joined(chunks, bytes.length) };
  };
  const contents = contentsOf(market, sectionsOfMarket(market, mostItems, inStore));
  return {
    contents,
    drop: () => {
      for (const chunk of kept) chunk.drop();
    },
  };
}

function joined(chunks: readonly Chunk[], length: number): Uint8Array {
  const whole = new Uint8Array(chunks.length * chunkSize);
  for (const [at, { bytes }] of chunks.entries()) whole.set(bytes, at * chunkSize);
  return whole.subarray(0, length);
}

export const savedMarket = (market: MarketState, most = mostItems): SavedMarket => ({
  ruleVersion,
  sections: sectionsOfMarket(market, most, (bytes) => bytes),
});

const sectionsOfMarket = <Kept extends Section>(
  { venue, projections }: MarketState,
  most: number,
  keep: (bytes: Uint8Array) => Kept,
): Readonly<Record<string, Kept>> => ({
  ...sectionsOf('venue', venue.snapshot(), { most, keep }),
  ...sectionsOf('projections', projections.save(), { most, keep }),
});

/** The section of the state, and one for each part of a long list. Its name has the path of the list and the first place of the part. */
function sectionsOf<Kept extends Section>(
  name: StateName,
  state: object,
  { most, keep }: { readonly most: number; readonly keep: (bytes: Uint8Array) => Kept },
): Record<string, Kept> {
  const parts: Record<string, Kept> = {};
  /** The list, or an empty list if it is long. */
  const divided = (list: Iterable<unknown>, path: Path): unknown => {
    let items: unknown[] = [];
    let from = 0;
    const endPart = () => {
      parts[`${name} ${JSON.stringify([...path, from])}`] = keep(
        deflateRawSync(encoded(items), { level: 1 }),
      );
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
  return { [name]: keep(encoded(withoutLongLists(state, []))), ...parts };
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The hash of the venue's state, of the texts of its sections in their order: of a state without long lists the venue's own hash. */
export const hashOfState = (sections: Sections): StateHash => hashTexts(textsOf(sections, 'venue'));

/** The texts of a state, one at a time. */
function* textsOf(sections: Sections, name: StateName): Generator<string> {
  const decoder = new TextDecoder();
  for (const [section, stored] of Object.entries(sections))
    if (section === name) yield decoder.decode(bytesOf(stored));
    else if (section.startsWith(`${name} `)) yield decoder.decode(inflateRawSync(bytesOf(stored)));
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
