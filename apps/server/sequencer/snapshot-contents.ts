// The contents of a snapshot: the states of venue and projections after the same command, as JSON. A busy day has more in it than one text
// can hold (V8: 537 million characters), and more objects than the heap. So a long list is written and read in parts, each in a separate
// section. The parts of a packed list are its bytes, and the parts of any other list are compressed JSON. Without a long list there
// are two sections.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  Projections,
  packedAnswerItems,
  packedRecordItems,
  projectionUpgrades,
  type SavedProjections,
} from '@openpit/projections';
import {
  type NewSnapshot,
  piecesOf,
  type Section,
  type Snapshot,
  type StoredSection,
} from '@openpit/storage';
import {
  type Chunk,
  type ChunkStore,
  chunkSize,
  chunksInMemory,
  hashTexts,
  LongList,
  type NextBlock,
  type PackedBytes,
  packedDealItems,
  packedRefItems,
  packedRequestItems,
  ruleVersion,
  type SavedParts,
  type StateHash,
  type UpgradeSteps,
  upgraded,
  Venue,
  type VenueSnapshot,
  venueUpgrades,
} from '@openpit/venue';
import { RecoveryError, requireKnownRules } from './recovery-error.ts';

type StateName = 'venue' | 'projections' | 'history';
type Sections = NewSnapshot['sections'];
type Path = readonly (string | number)[];

/** The items of a part. An item has at most some thousand characters. */
const maxItems = 20_000;
/** The maximum number of blocks in a part. Most blocks have 64 KiB. */
const maxBlocks = 64;

/** The layout of packed bytes. Bytes with another layout cannot be read. */
export const layout = 1;

/** The items of packed lists, by their kind. */
const packedItems: Readonly<Record<string, (packed: PackedBytes) => Iterable<unknown>>> = {
  ...packedRequestItems,
  deals: packedDealItems,
  refs: packedRefItems,
  answers: packedAnswerItems,
  records: packedRecordItems,
};

/** The section that describes a packed list. The sections of its bytes follow it. */
interface PackedHead extends Pick<PackedBytes, 'kind' | 'head'> {
  readonly layout: number;
  readonly length: number;
  /** The lengths of the blocks in bytes. */
  readonly lengths: readonly number[];
}

interface MarketState {
  readonly venue: Venue;
  readonly projections: Projections;
}

/** The state of a market as bytes. */
export type MarketBytes = Pick<Snapshot, 'ruleVersion' | 'sections'>;

export function snapshotContents(market: MarketState, max = maxItems): NewSnapshot {
  return contentsOf(market, savedMarket(market, max).sections);
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
  const chunks: Chunk[] = [];
  const inStore = (blocks: readonly NextBlock[]): StoredSection => {
    const pieces: Piece[] = [];
    for (const block of blocks) {
      const bytes = block();
      for (let from = 0; from < bytes.length; from += chunkSize) {
        const piece = bytes.subarray(from, from + chunkSize);
        const { length } = piece;
        pieces.push({ chunk: store.keep(length === chunkSize ? piece : padded(piece)), length });
      }
    }
    chunks.push(...pieces.map(({ chunk }) => chunk));
    return {
      length: pieces.reduce((sum, { length }) => sum + length, 0),
      *pieces() {
        for (const { chunk, length } of pieces) yield chunk.bytes.subarray(0, length);
      },
    };
  };
  const contents = contentsOf(market, sectionsOfMarket(market, maxItems, inStore));
  return {
    contents,
    drop: () => {
      for (const chunk of chunks) chunk.drop();
    },
  };
}

interface Piece {
  readonly chunk: Chunk;
  readonly length: number;
}

function padded(bytes: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(chunkSize);
  chunk.set(bytes);
  return chunk;
}

export const savedMarket = (market: MarketState, max = maxItems): MarketBytes => ({
  ruleVersion,
  sections: sectionsOfMarket(market, max, (blocks) => concatenated(blocks.map((block) => block()))),
});

/** Keeps the bytes of a section, which are read block by block. */
type Keep<Kept extends Section> = (blocks: readonly NextBlock[]) => Kept;

const sectionsOfMarket = <Kept extends Section>(
  { venue, projections }: MarketState,
  max: number,
  keep: Keep<Kept>,
): Readonly<Record<string, Kept>> => ({
  ...sectionsOf('venue', venue.snapshot(), { max, keep }),
  ...sectionsOf('projections', projections.save(), { max, keep }),
});

/** The section of the state, and one for each part of a long list. Its name has the path of the list and the first place of the part. */
function sectionsOf<Kept extends Section>(
  name: StateName,
  state: object,
  { max, keep }: { readonly max: number; readonly keep: Keep<Kept> },
): Record<string, Kept> {
  const parts: Record<string, Kept> = {};
  /** The list, or an empty list if it is long. */
  const divided = (list: Iterable<unknown>, path: Path): unknown => {
    let items: unknown[] = [];
    let from = 0;
    const endPart = () => {
      parts[sectionName(name, [...path, from])] = keep([() => deflateRawSync(encoded(items), { level: 1 })]);
      from += items.length;
      items = [];
    };
    for (const item of list) {
      if (items.length === max) endPart();
      items.push(item);
    }
    if (from === 0) return items;
    endPart();
    return items;
  };
  const ofList = (list: LongList<unknown>, path: Path): unknown => {
    const { packed } = list;
    if (packed === null || packed.length <= max) return divided(list, path);
    const { kind, head, blocks } = packed.bytes();
    const lengths: number[] = [];
    const measured = blocks.map((block) => () => {
      const bytes = block();
      lengths.push(bytes.length);
      return bytes;
    });
    const groups: Kept[] = [];
    for (let from = 0; from < blocks.length; from += maxBlocks)
      groups.push(keep(measured.slice(from, from + maxBlocks)));
    const { length } = packed;
    const packedHead: PackedHead = { layout, kind, head, length, lengths };
    parts[sectionName(name, [...path, 'packed'])] = keep([() => encoded(packedHead)]);
    for (const [at, group] of groups.entries()) parts[sectionName(name, [...path, `bytes ${at}`])] = group;
    return [];
  };
  const withoutLongLists = (value: unknown, path: Path): unknown => {
    if (value instanceof LongList) return ofList(value, path);
    if (Array.isArray(value)) {
      if (value.length > max) return divided(value, path);
      return value.map((item, at) => (item instanceof LongList ? ofList(item, [...path, at]) : item));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([key, field]) => [
      key,
      withoutLongLists(field, [...path, key]),
    ]);
    return Object.fromEntries(fields);
  };
  const withoutLists = withoutLongLists(state, []);
  return { [name]: keep([() => encoded(withoutLists)]), ...parts };
}

const sectionName = (name: StateName, path: Path): string => `${name} ${JSON.stringify(path)}`;
const pathOf = (section: string, name: StateName): Path => JSON.parse(section.slice(name.length)) as Path;

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const decoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/**
 * The hash of the venue's state, computed over the texts of its sections in order. Without long lists it equals the venue's own
 * hash. The text for packed bytes is their hash.
 */
export const hashOfState = (sections: Sections): StateHash => hashTexts(hashedTexts(sections));

/** Yields the text of each section of the venue. */
function* hashedTexts(sections: Sections): Generator<string> {
  for (const [section, stored] of Object.entries(sections)) {
    if (section === 'venue') yield decoded(whole(stored));
    if (!section.startsWith('venue ')) continue;
    const isItems = typeof pathOf(section, 'venue').at(-1) === 'number';
    yield isItems ? decoded(inflateRawSync(whole(stored))) : hashOfPieces(piecesOf(stored));
  }
}

function hashOfPieces(pieces: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Restores the market from this state, or creates an empty market without one. `store` holds the bytes of its day. Throws
 * RecoveryError for a state of later rules.
 */
export function marketOf(state: MarketBytes | undefined, store = chunksInMemory): MarketState {
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

/** A state as a short text, for a column of a database. `stateInText` reads it. */
export function stateText(name: StateName, state: object, max = maxItems): string {
  const keep: Keep<Uint8Array> = (blocks) => concatenated(blocks.map((block) => block()));
  const sections = sectionsOf(name, state, { max, keep });
  const texts = Object.entries(sections).map(([section, bytes]) => [
    section,
    deflateRawSync(bytes, { level: 1 }).toString('base64'),
  ]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** The state in a text with this `layout` and of these rules. */
export function stateInText(name: StateName, text: string): unknown {
  const texts = Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
  const sections = texts.map(([section, bytes]) => [section, inflateRawSync(Buffer.from(bytes, 'base64'))]);
  return stateIn({ sections: Object.fromEntries(sections), ruleVersion }, name);
}

/** The state as it was saved. Long lists are read part by part; lists of earlier rules are complete, for the steps of an upgrade. */
export function stateIn({ sections, ruleVersion: rules }: MarketBytes, name: StateName): unknown {
  const state: unknown = JSON.parse(decoded(whole(sections[name] ?? new Uint8Array())));
  const lists = new Map<string, Section[]>();
  for (const [section, bytes] of Object.entries(sections)) {
    if (!section.startsWith(`${name} `)) continue;
    const path = JSON.stringify(pathOf(section, name).slice(0, -1));
    const parts = lists.get(path) ?? [];
    parts.push(bytes);
    lists.set(path, parts);
  }
  for (const [path, parts] of lists) {
    const isPacked = sectionName(name, [...(JSON.parse(path) as Path), 'packed']) in sections;
    const list = isPacked ? packedList(parts) : new LongList(() => itemsOf(parts));
    put(state, JSON.parse(path) as Path, rules === ruleVersion ? list : [...list]);
  }
  return state;
}

/** Throws RecoveryError for bytes with another layout. */
function packedList([headBytes, ...groups]: readonly Section[]): LongList<unknown> {
  const {
    layout: savedLayout,
    kind,
    head,
    length,
    lengths,
  } = JSON.parse(decoded(whole(headBytes ?? new Uint8Array()))) as PackedHead;
  const items = packedItems[kind];
  if (savedLayout !== layout || items === undefined)
    throw new RecoveryError(
      `The snapshot was written by another Openpit (layout ${savedLayout}; this one reads ${layout}). Move its file away; the journal will be replayed from the one before.`,
    );
  // The blocks are read in their order: only one group of them is in memory.
  let inMemory: { readonly group: Section; readonly bytes: Uint8Array } | null = null;
  const bytesOf = (group: Section): Uint8Array => {
    if (inMemory?.group !== group) inMemory = { group, bytes: whole(group) };
    return inMemory.bytes;
  };
  const blocks: (() => Uint8Array)[] = [];
  for (const [at, group] of groups.entries()) {
    let from = 0;
    for (const length of lengths.slice(at * maxBlocks, (at + 1) * maxBlocks)) {
      const start = from;
      blocks.push(() => bytesOf(group).subarray(start, start + length));
      from += length;
    }
  }
  const bytes = () => ({ kind, head, blocks });
  return new LongList(() => items(bytes()), { length, bytes });
}

function* itemsOf(parts: readonly Section[]): Generator<unknown> {
  for (const part of parts) yield* JSON.parse(decoded(inflateRawSync(whole(part)))) as unknown[];
}

const whole = (section: Section): Uint8Array =>
  section instanceof Uint8Array ? section : concatenated([...piecesOf(section)]);

function concatenated(group: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(group.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of group) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

function put(state: unknown, path: Path, list: Iterable<unknown>): void {
  let parent = state as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  parent[path.at(-1) ?? ''] = list;
}
