// npm links every workspace at the root and hoists the rest, so an undeclared import works by accident, and
// may break later. Every manifest declares its workspace's imports, and nothing else; so do the compiler's
// project references.
import type { Breach } from '../breach.ts';
import { type Manifest, type Repository, targetOf } from '../repository.ts';
import type { SourceFile } from '../source-file.ts';
import { isForDevelopment, nameOf, workspaceOf } from '../workspaces.ts';

/** Programs and their plug-ins: used without being imported. */
const tools: ReadonlySet<string> = new Set([
  'typescript',
  'tsx',
  'vite',
  'vitest',
  '@biomejs/biome',
  '@vitest/coverage-v8',
  'happy-dom',
]);
/** Declared once at the root, for all tests. */
const fromRoot: ReadonlySet<string> = new Set(['vitest', 'tsx']);
/**
 * The folder of the benchmarks, which is not a workspace. It declares only packages that nothing else needs, and finds the others at the
 * root.
 */
const benchmarks = 'bench';

interface Use {
  readonly packageName: string;
  readonly file: string;
  readonly line: number;
  readonly runs: boolean;
}

export function checkDeclarations(repository: Repository): readonly Breach[] {
  const manifests = [...repository.manifests.values()];
  const byAll = new Set(
    manifests.flatMap((manifest) => [...manifest.dependencies, ...manifest.devDependencies]),
  );
  return manifests.flatMap((manifest) => {
    const uses = usesIn(manifest.workspace, repository.sources);
    return [
      ...uses.flatMap((use) =>
        manifest.workspace === benchmarks && (byAll.has(use.packageName) || isOurs(use.packageName))
          ? []
          : checkUse(manifest, use),
      ),
      ...checkUnused(manifest, uses, repository),
      ...checkReferences(manifest, uses, repository),
    ];
  });
}

function usesIn(workspace: string, sources: readonly SourceFile[]): readonly Use[] {
  return sources
    .filter((source) => ownerOf(source.path) === workspace)
    .flatMap((source) =>
      source.imports.flatMap((imported) => {
        const target = targetOf(source.path, imported.specifier);
        if (target.kind !== 'package' && target.kind !== 'ours') return [];
        const packageName = target.kind === 'ours' ? `@openpit/${target.name}` : target.name;
        if (packageName === `@openpit/${nameOf(workspace)}` || isVirtual(packageName)) return [];
        const runs = !imported.typeOnly && !isForDevelopment(source.path);
        return [{ packageName, file: source.path, line: imported.line, runs }];
      }),
    );
}

/** scripts/ and the files at the root are declared in the root's manifest. */
function ownerOf(path: string): string {
  const workspace = workspaceOf(path);
  return workspace === undefined || workspace === 'scripts' ? '' : workspace;
}

/** Modules that a bundler generates, such as `virtual:pwa-register`. */
function isVirtual(packageName: string): boolean {
  return packageName.includes(':');
}

function checkUse(manifest: Manifest, { packageName, file, line, runs }: Use): readonly Breach[] {
  if (manifest.dependencies.has(packageName)) return [];
  const where = manifest.workspace === '' ? 'package.json' : `${manifest.workspace}/package.json`;
  if (manifest.devDependencies.has(packageName)) {
    if (!runs) return [];
    return [
      {
        rule: 'onlyForDevelopment',
        file,
        line,
        message: `${packageName} runs here, but ${where} has it under devDependencies`,
      },
    ];
  }
  if (fromRoot.has(packageName) && !runs) return [];
  if (manifest.workspace === '' && isOurs(packageName)) return [];
  return [{ rule: 'undeclared', file, line, message: `${packageName} is not declared in ${where}` }];
}

function checkUnused(manifest: Manifest, uses: readonly Use[], { peersOf }: Repository): readonly Breach[] {
  // The root's packages are tools for all workspaces, run by scripts.
  if (manifest.workspace === '') return [];
  const used = new Set(uses.map((use) => use.packageName));
  const declared = [...manifest.dependencies, ...manifest.devDependencies];
  const wantedByOthers = new Set(
    declared.filter((name) => used.has(name) || tools.has(name)).flatMap(peersOf),
  );
  return declared
    .filter(
      (name) => !used.has(name) && !tools.has(name) && !wantedByOthers.has(name) && !isTypesOf(name, used),
    )
    .map((name) => ({
      rule: 'unused' as const,
      file: `${manifest.workspace}/package.json`,
      line: 0,
      message: `${name} is declared and never imported`,
    }));
}

function isOurs(packageName: string): boolean {
  return packageName.startsWith('@openpit/');
}

/** `@types/ws` for `ws`, `@types/big.js` for `big.js`. */
function isTypesOf(name: string, used: ReadonlySet<string>): boolean {
  if (!name.startsWith('@types/')) return false;
  const described = name.slice('@types/'.length).replace('__', '/');
  return used.has(described) || used.has(`@${described}`);
}

function checkReferences(
  { workspace }: Manifest,
  uses: readonly Use[],
  { files }: Repository,
): readonly Breach[] {
  const file = `${workspace}/tsconfig.json`;
  const text = files.get(file);
  if (text === undefined || !/^(packages\/|apps\/server$)/.test(workspace)) return [];
  const compiled = uses.filter((use) => isOurs(use.packageName) && !isForDevelopment(use.file));
  const names = new Set(compiled.map((use) => nameOf(use.packageName)));
  const referenced = new Set(
    [...text.matchAll(/"path":\s*"[^"]*\/([^"/]+)"/g)].map((match) => match[1] ?? ''),
  );
  const breach = (message: string): Breach => ({ rule: 'projectReference', file, line: 0, message });
  return [
    ...[...names]
      .filter((name) => !referenced.has(name))
      .map((name) => breach(`${name} is imported and not referenced: tsc -b would not build it first`)),
    ...rootReference(workspace, files),
  ];
}

function rootReference(workspace: string, files: Repository['files']): readonly Breach[] {
  const root = files.get('tsconfig.json') ?? '';
  if (root.includes(`"${workspace}"`)) return [];
  return [
    {
      rule: 'projectReference',
      file: 'tsconfig.json',
      line: 0,
      message: `${workspace} is not referenced: tsc -b would leave it out`,
    },
  ];
}
