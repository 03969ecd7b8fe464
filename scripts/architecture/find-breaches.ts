// Every rule of the architecture over one file map. Pure, so that a planted breach proves each rule.
import type { Breach } from './breach.ts';
import { readRepository } from './repository.ts';
import type { FileMap } from './repository-files.ts';
import { checkDeclarations } from './rules/declarations.ts';
import { checkFloorOnly } from './rules/floor-only.ts';
import { checkImportRights } from './rules/import-rights.ts';
import { checkNames } from './rules/names.ts';
import { checkPurity } from './rules/purity.ts';
import { checkWebLayers } from './rules/web-layers.ts';

/**
 * @param files from path to text: code, style sheets, manifests
 * @param peersOf which packages an installed package wants its user to declare
 * @returns the breaches in order of file and line; empty when all rules are kept
 */
export function findBreaches(
  files: FileMap,
  peersOf: (packageName: string) => readonly string[] = () => [],
): readonly Breach[] {
  const repository = readRepository(files, peersOf);
  const breaches = [
    ...repository.unreadable,
    ...checkImportRights(repository),
    ...checkDeclarations(repository),
    ...checkPurity(repository),
    ...checkFloorOnly(repository),
    ...checkWebLayers(repository),
    ...checkNames(repository),
  ];
  return breaches.sort((one, other) => compare(one.file, other.file) || one.line - other.line);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
