// The import table, the composition root, and no import past a package's index.
import type { Breach } from '../breach.ts';
import { type Repository, reachedPackage, targetOf } from '../repository.ts';
import type { FoundImport, SourceFile } from '../source-file.ts';
import {
  compositionRoot,
  importedByNobody,
  importsByPath,
  importTable,
  isForDevelopment,
  isTest,
  nameOf,
  workspaceOf,
} from '../workspaces.ts';

export function checkImportRights({ sources, manifests }: Repository): readonly Breach[] {
  const entrances = new Map([...manifests].map(([folder, manifest]) => [nameOf(folder), manifest.entrances]));
  return sources.flatMap((source) => {
    const workspace = workspaceOf(source.path);
    if (workspace === undefined) return [];
    return source.imports.flatMap((imported) => [
      ...checkImport(source, workspace, imported),
      ...checkEntrance(source, imported, entrances),
    ]);
  });
}

function checkEntrance(
  source: SourceFile,
  foundImport: FoundImport,
  entrances: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Breach[] {
  const breach = (rule: Breach['rule'], message: string): readonly Breach[] => [
    { rule, file: source.path, line: foundImport.line, message },
  ];
  const target = targetOf(source.path, foundImport.specifier);
  if (target.kind === 'file' && isTest(target.path) && !isForDevelopment(source.path)) {
    return breach('onlyForDevelopment', `${target.path} is material for tests`);
  }
  if (isPathToPackage(foundImport.specifier)) {
    return breach(
      'deepImport',
      `'${foundImport.specifier}' is a path: a package is imported as @openpit/NAME`,
    );
  }
  if (target.kind !== 'ours' || target.entrance === '.') return [];
  if (target.entrance === './testing' && !isForDevelopment(source.path)) {
    return breach('onlyForDevelopment', `'${foundImport.specifier}' is material for tests`);
  }
  if (entrances.get(target.name)?.has(target.entrance) === true) return [];
  return breach('deepImport', `'${foundImport.specifier}' goes past the index of ${target.name}`);
}

function checkImport(source: SourceFile, workspace: string, foundImport: FoundImport): readonly Breach[] {
  const breach = (rule: Breach['rule'], message: string): readonly Breach[] => [
    { rule, file: source.path, line: foundImport.line, message },
  ];
  const target = targetOf(source.path, foundImport.specifier);
  if (target.kind === 'file' && leavesWorkspace(workspace, target.path, foundImport)) {
    return breach(
      'leavesWorkspace',
      `'${foundImport.specifier}' leaves ${workspace}: import the package by its name`,
    );
  }
  const reached = reachedPackage(source.path, foundImport.specifier);
  if (reached === undefined || reached === nameOf(workspace)) {
    return target.kind === 'ours'
      ? breach('importTable', `a workspace imports its own files by path, not as '${foundImport.specifier}'`)
      : [];
  }
  const may = importTable[workspace];
  if (importedByNobody.includes(reached) && may !== 'anything' && may?.includes(reached) !== true) {
    return breach('importTable', `nothing imports ${reached}`);
  }
  if (may !== undefined && may !== 'anything' && !may.includes(reached)) {
    const list = may.length === 0 ? 'none of ours' : may.join(', ');
    return breach('importTable', `${workspace} may import ${list}, not ${reached}`);
  }
  if (workspaceOf(compositionRoot.file) === workspace && compositionRoot.only.includes(reached)) {
    // Types are gone at run time: they may also be imported elsewhere.
    if (source.path !== compositionRoot.file && !isTest(source.path) && !foundImport.typeOnly) {
      return breach('compositionRoot', `only ${compositionRoot.file} may import ${reached}`);
    }
  }
  return [];
}

/** Benchmarks and our own commands may import files of an application, which has no index. */
function mayReachApps(workspace: string): boolean {
  return importTable[workspace] === 'anything';
}

function leavesWorkspace(workspace: string, path: string, foundImport: FoundImport): boolean {
  if ([workspace, ...(importsByPath[workspace] ?? [])].some((folder) => path.startsWith(`${folder}/`)))
    return false;
  // `new URL` may also name shared data, such as the scenarios; the rule is about code only.
  if (foundImport.kind === 'new URL' && !/\.[cm]?[jt]sx?$/.test(path)) return false;
  if (mayReachApps(workspace)) return workspace === 'bench' && workspaceOf(path) === 'scripts';
  return true;
}

function isPathToPackage(specifier: string): boolean {
  return /(^|\/)packages\//.test(specifier) && !specifier.startsWith('.');
}
