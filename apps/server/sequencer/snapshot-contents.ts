// The contents of a snapshot: the states of venue and projections after the same command, as JSON. V8 limits a text to about 537 million
// characters, which a busy day exceeds, so the parts of long lists are sections of their own. Without a long list there are two sections.
import type { Projections } from '@openpit/projections';
import type { NewSnapshot } from '@openpit/storage';
import { hashTexts, ruleVersion, type StateHash, type Venue } from '@openpit/venue';

type StateName = 'venue' | 'projections';
type Sections = Record<string, Uint8Array>;

/** A longer list is divided. An item has at most some thousand characters. */
const mostItems = 20_000;

export function snapshotContents(venue: Venue, projections: Projections, most = mostItems): NewSnapshot {
  const sections = {
    ...sectionsOf('venue', venue.snapshot(), most),
    ...sectionsOf('projections', projections.save(), most),
  };
  return { seq: venue.lastSeq, ruleVersion, stateHash: hashOfState(sections), sections };
}

/** The section of the state, and one for each part of a long list. Its name has the path of the list and the first place of the part. */
function sectionsOf(name: StateName, state: object, most: number): Sections {
  const parts: Sections = {};
  const withoutLongLists = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      if (value.length <= most) return value;
      for (let from = 0; from < value.length; from += most)
        parts[`${name} ${JSON.stringify([...path, from])}`] = encoded(value.slice(from, from + most));
      return [];
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

/** The state as it was saved. Throws if a section is missing that another one belongs to. */
export function stateIn({ sections }: Pick<NewSnapshot, 'sections'>, name: StateName): unknown {
  const [state, ...parts] = sectionsOfState(sections, name).map(([section, text]) => {
    const [, path = '[]'] = section.split(/ (.*)/s);
    return { path: (JSON.parse(path) as unknown[]).slice(0, -1), value: JSON.parse(text) as unknown };
  });
  for (const { path, value } of parts) {
    let list = state?.value;
    for (const key of path) list = (list as Record<string, unknown>)[String(key)];
    for (const item of value as unknown[]) (list as unknown[]).push(item);
  }
  return state?.value;
}

/** The hash of the venue's state, of the texts of its sections in their order: of a state without long lists the venue's own hash. */
export const hashOfState = (sections: NewSnapshot['sections']): StateHash =>
  hashTexts(sectionsOfState(sections, 'venue').map(([, text]) => text));

function sectionsOfState(
  sections: NewSnapshot['sections'],
  name: StateName,
): [section: string, text: string][] {
  const decoder = new TextDecoder();
  return Object.entries(sections)
    .filter(([section]) => section === name || section.startsWith(`${name} `))
    .map(([section, bytes]) => [section, decoder.decode(bytes)]);
}
