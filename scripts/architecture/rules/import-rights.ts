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
    return source.imports.flatMap((one) => [
      ...checkImport(source, workspace, one),
      ...checkEntrance(source, one, entrances),
    ]);
  });
}

function checkEntrance(
  source: SourceFile,
  one: FoundImport,
  entrances: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Breach[] {
  const breach = (rule: Breach['rule'], message: string): readonly Breach[] => [
    { rule, file: source.path, line: one.line, message },
  ];
  const target = targetOf(source.path, one.specifier);
  if (target.kind === 'file' && isTest(target.path) && !isForDevelopment(source.path)) {
    return breach('onlyForDevelopment', `${target.path} is material for tests`);
  }
  if (isPathToPackage(one.specifier)) {
    return breach('deepImport', `'${one.specifier}' is a path: a package is imported as @openpit/NAME`);
  }
  if (target.kind !== 'ours' || target.entrance === '.') return [];
  if (target.entrance === './testing' && !isForDevelopment(source.path)) {
    return breach('onlyForDevelopment', `'${one.specifier}' is material for tests`);
  }
  if (entrances.get(target.name)?.has(target.entrance) === true) return [];
  return breach('deepImport', `'${one.specifier}' goes past the index of ${target.name}`);
}

function checkImport(source: SourceFile, workspace: string, one: FoundImport): readonly Breach[] {
  const breach = (rule: Breach['rule'], message: string): readonly Breach[] => [
    { rule, file: source.path, line: one.line, message },
  ];
  const target = targetOf(source.path, one.specifier);
  if (target.kind === 'file' && leavesWorkspace(workspace, target.path, one)) {
    return breach(
      'leavesWorkspace',
      `'${one.specifier}' leaves ${workspace}: import the package by its name`,
    );
  }
  const reached = reachedPackage(source.path, one.specifier);
  if (reached === undefined || reached === nameOf(workspace)) {
    return target.kind === 'ours'
      ? breach('importTable', `a workspace imports its own files by path, not as '${one.specifier}'`)
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
    if (source.path !== compositionRoot.file && !isTest(source.path) && !one.typeOnly) {
      return breach('compositionRoot', `only ${compositionRoot.file} may import ${reached}`);
    }
  }
  return [];
}

/** Benchmarks and our own commands may import files of an application, which has no index. */
function mayReachApps(workspace: string): boolean {
  return importTable[workspace] === 'anything';
}

function leavesWorkspace(workspace: string, path: string, one: FoundImport): boolean {
  if ([workspace, ...(importsByPath[workspace] ?? [])].some((folder) => path.startsWith(`${folder}/`)))
    return false;
  // `new URL` may also name shared data, such as the scenarios; the rule is about code only.
  if (one.kind === 'new URL' && !/\.[cm]?[jt]sx?$/.test(path)) return false;
  if (mayReachApps(workspace)) return workspace === 'bench' && workspaceOf(path) === 'scripts';
  return true;
}

function isPathToPackage(specifier: string): boolean {
  return /(^|\/)packages\//.test(specifier) && !specifier.startsWith('.');
}
