// The repository, read once for all rules: sources with their imports, manifests, and files that cannot be parsed.
import type { Breach } from './breach.ts';
import { type FileMap, isCode } from './repository-files.ts';
import { readSource, readStyleSheet, type SourceFile } from './source-file.ts';
import { nameOf, workspaceOf } from './workspaces.ts';

export interface Manifest {
  readonly workspace: string;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
  /** The keys of `exports`: `.` and perhaps `./testing`. */
  readonly entrances: ReadonlySet<string>;
}

export interface Repository {
  readonly files: FileMap;
  readonly sources: readonly SourceFile[];
  /** By workspace folder; the root's under ''. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** The peer dependencies of an installed package. */
  readonly peersOf: (packageName: string) => readonly string[];
  /** Files that are not in the language of their extension. */
  readonly unreadable: readonly Breach[];
}

/** @param files code, style sheets and manifests, by path */
export function readRepository(
  files: FileMap,
  peersOf: (packageName: string) => readonly string[],
): Repository {
  const sources: SourceFile[] = [];
  const manifests = new Map<string, Manifest>();
  const unreadable: Breach[] = [];
  for (const [path, text] of files) {
    try {
      if (path.endsWith('.css')) sources.push(readStyleSheet(path, text));
      else if (isCode(path)) sources.push(readSource(path, text));
      else if (/(^|\/)package\.json$/.test(path))
        manifests.set(workspaceOf(path) ?? '', readManifest(path, text));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      unreadable.push({ rule: 'unreadable', file: path, line: 0, message });
    }
  }
  return { files, sources, manifests, peersOf, unreadable };
}

function readManifest(path: string, text: string): Manifest {
  const manifest: unknown = JSON.parse(text);
  return {
    workspace: workspaceOf(path) ?? '',
    dependencies: keysAt(manifest, 'dependencies'),
    devDependencies: keysAt(manifest, 'devDependencies'),
    entrances: keysAt(manifest, 'exports'),
  };
}

function keysAt(value: unknown, field: string): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const inner: unknown = Object.entries(value).find(([name]) => name === field)?.[1];
  return new Set(typeof inner === 'object' && inner !== null ? Object.keys(inner) : []);
}

/** The target of an import, by its specifier and the importing file. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'ours'; readonly name: string; readonly entrance: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'package'; readonly name: string };

export function targetOf(from: string, specifier: string): Target {
  const bare = specifier.replace(/[?#].*$/, '');
  if (bare.startsWith('.')) return { kind: 'file', path: resolvePath(from, bare) };
  if (bare.startsWith('/') || bare.startsWith('file:')) return { kind: 'file', path: bare };
  if (bare.startsWith('node:') || nodeModules.has(bare))
    return { kind: 'node', name: bare.replace('node:', '') };
  const [scope, name, ...inside] = bare.split('/');
  if (scope === '@openpit') return { kind: 'ours', name: name ?? '', entrance: ['.', ...inside].join('/') };
  return { kind: 'package', name: bare.startsWith('@') ? `${scope}/${name ?? ''}` : (scope ?? '') };
}

/** The workspace that an import reaches, by name or by path; undefined for the file's own workspace and for packages of others. */
export function reachedPackage(from: string, specifier: string): string | undefined {
  const target = targetOf(from, specifier);
  if (target.kind === 'ours') return target.name;
  if (target.kind !== 'file') return undefined;
  const workspace = workspaceOf(target.path);
  return workspace === undefined || workspace === workspaceOf(from) ? undefined : nameOf(workspace);
}

// The modules of Node that people write without `node:`; `builtinModules` has more.
const nodeModules: ReadonlySet<string> = new Set(
  'assert buffer child_process cluster crypto dgram dns events fs fs/promises http http2 https net os path perf_hooks process readline stream timers timers/promises tls tty url util v8 vm worker_threads zlib'.split(
    ' ',
  ),
);

function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.length === 0 || parts.at(-1) === '..') parts.push('..');
      else parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
