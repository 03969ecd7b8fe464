// Finds the generators of commands: every file in generators/ exports an array `generators`, so that a new file there is
// part of the generated runs. This is JavaScript because a pure package compiles without the types of Node.
import { readdirSync } from 'node:fs';

const folder = new URL('./generators/', import.meta.url);

/** The generators of all files, in the order of the files' names. Throws if a file exports none. */
export async function loadGenerators() {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const loaded = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return loaded.flatMap(({ generators = [] }, at) => {
    if (generators.length === 0) throw new Error(`${files[at]} exports no array of generators.`);
    return generators;
  });
}
