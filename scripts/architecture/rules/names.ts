// Files are named in kebab-case after their main export, never with an empty word such as `utils`, and a package has one index. A folder
// has so few files that a reader sees all of them at a glance.
import type { Breach } from '../breach.ts';
import type { Repository } from '../repository.ts';
import { isCode } from '../repository-files.ts';
import { importTable, isTest, workspaceOf } from '../workspaces.ts';

const saysNothing: ReadonlySet<string> = new Set([
  'common',
  'shared',
  'core',
  'util',
  'utils',
  'helper',
  'helpers',
  'service',
  'services',
  'manager',
  'managers',
  'types',
  'misc',
]);

/** The maximum number of code files in a folder, not counting tests and subfolders. */
const maxFiles = 20;

export function checkNames({ files, sources }: Repository): readonly Breach[] {
  const barrels = sources.filter((source) => source.onlyReexports && !isPackageIndex(source.path));
  return [
    ...[...files.keys()].flatMap(checkName),
    ...[...files.keys()]
      .filter(isStrayIndex)
      .map((file) => barrel(file, 'only a package and its test kit have an index')),
    ...barrels.map(({ path }) => barrel(path, 'only re-exports: import from where things are')),
    ...crowdedFolders([...files.keys()]),
    ...unknownWorkspaces([...files.keys()]),
  ];
}

function crowdedFolders(files: readonly string[]): readonly Breach[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!isCode(file) || isTest(file) || file.endsWith('.spec.ts')) continue;
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => ({
      rule: 'crowdedFolder',
      file: folder,
      line: 0,
      message: `${count} files of code, more than ${maxFiles}: put those that belong together into folders`,
    }));
}

function checkName(file: string): readonly Breach[] {
  const breach = (message: string): Breach => ({ rule: 'fileName', file, line: 0, message });
  const parts = file.split('/');
  const stems = parts.map((part, index) => (index === parts.length - 1 ? part.replace(/\..*$/, '') : part));
  const empty = stems.find((stem) => saysNothing.has(stem.toLowerCase()));
  const breaches = empty === undefined ? [] : [breach(`'${empty}' says nothing: name what it is`)];
  if (isCode(file) && !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(parts.at(-1) ?? '')) {
    breaches.push(breach('a file is named in kebab-case after its main export'));
  }
  return breaches;
}

/** Whether the file is the index of a package, or of its test kit, which other packages import by a separate name. */
function isPackageIndex(file: string): boolean {
  return /^packages\/[^/]+\/(?:testing\/)?index\.ts$/.test(file);
}

function isStrayIndex(file: string): boolean {
  return /(^|\/)index\.[cm]?[jt]sx?$/.test(file) && !isPackageIndex(file);
}

function barrel(file: string, message: string): Breach {
  return { rule: 'barrel', file, line: 0, message };
}

function unknownWorkspaces(files: readonly string[]): readonly Breach[] {
  const workspaces = new Set(files.flatMap((file) => workspaceOf(file) ?? []));
  return [...workspaces]
    .filter((workspace) => !(workspace in importTable))
    .map((workspace) => ({
      rule: 'unknownWorkspace' as const,
      file: workspace,
      line: 0,
      message: 'a new workspace needs a row in the import table (scripts/architecture/workspaces.ts)',
    }));
}
