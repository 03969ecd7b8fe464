// Finds what gives each person rows of the data sets that belong to members: every file in own-rows/ exports a function
// `makeOwnRows`, so that a new data set adds a file there.
import { readdirSync } from 'node:fs';
import type { ScopeFixture } from './fixture.ts';
import type { Person } from './people.ts';

export type MakeOwnRows = (fixture: ScopeFixture, person: Person) => Promise<void>;

const folder = new URL('./own-rows/', import.meta.url);

/** In the order of the files' names. Throws when a file exports none. */
export async function loadOwnRows(): Promise<readonly MakeOwnRows[]> {
  const names = readdirSync(folder)
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const { makeOwnRows }: { readonly makeOwnRows?: MakeOwnRows } = await import(
        new URL(name, folder).href
      );
      if (makeOwnRows === undefined) throw new Error(`${name} exports no function makeOwnRows.`);
      return makeOwnRows;
    }),
  );
}
