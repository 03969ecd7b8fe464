// No import cycles in packages/ and apps/: neither between files nor between rooms. A room is a file or a
// folder among its siblings in one folder, at every depth: two folders whose files import each other are one
// folder with two names. Type imports count. Tests and what they are made of, the gallery and dynamic imports
// do not.
import type { Breach } from '../breach.ts';
import { type Repository, targetOf } from '../repository.ts';
import type { FoundImport } from '../source-file.ts';
import { isTest } from '../workspaces.ts';

/** Rooms (or files) that all reach each other by imports. */
interface Cycle {
  /** `files: a.ts, b.ts` or `rooms of packages/venue/: deals, orders`. */
  readonly name: string;
  /** The folder of the rooms; of a cycle of files the first file. */
  readonly place: string;
  /** A cycle among these rooms as text, with its import lines. */
  readonly words: string;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** The import that leads from each room to each other room. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, Edge>>;

export function checkCycles(repository: Repository): readonly Breach[] {
  return findCycles(repository).map(({ place, words }) => ({
    rule: 'cycle',
    file: place,
    line: 0,
    message: words,
  }));
}

/** @returns cycles between files first, then between rooms, by folder */
export function findCycles(repository: Repository): readonly Cycle[] {
  const edges = importsOf(repository);
  const files = componentsIn(graphOf(edges, (path) => path)).map(
    (component): Cycle => ({
      name: `files: ${component.rooms.join(', ')}`,
      place: component.rooms[0] ?? '',
      words: inWords('These files import each other in a cycle', component),
    }),
  );
  const folders = [...new Set(edges.flatMap(({ from }) => foldersAbove(from)))].sort();
  const rooms = folders.flatMap((folder) =>
    componentsIn(graphOf(edges, (path) => roomIn(folder, path)))
      // Rooms that are files one by one have been found as files.
      .filter((component) => !component.rooms.every(isFile))
      .map(
        (component): Cycle => ({
          name: `rooms of ${folder}/: ${component.rooms.join(', ')}`,
          place: `${folder}/`,
          words: inWords(`These rooms of ${folder}/ import each other in a cycle`, component),
        }),
      ),
  );
  return [...files, ...rooms];
}

function importsOf({ sources }: Repository): readonly Edge[] {
  const paths = new Set(sources.map(({ path }) => path).filter(isLookedAt));
  return sources
    .filter(({ path }) => paths.has(path))
    .flatMap(({ path, imports }) =>
      imports.filter(isStatic).flatMap(({ specifier, line }) => {
        const target = targetOf(path, specifier);
        const to =
          target.kind === 'ours' && target.entrance === '.'
            ? `packages/${target.name}/index.ts`
            : target.kind === 'file'
              ? target.path
              : '';
        return paths.has(to) && to !== path ? [{ from: path, to, line }] : [];
      }),
    );
}

function isLookedAt(path: string): boolean {
  return /^(packages|apps)\//.test(path) && !isTest(path) && !path.includes('/gallery/');
}

function isStatic({ kind }: FoundImport): boolean {
  return kind === 'import' || kind === 'export' || kind === 'import type';
}

/** `a/b/c.ts` → ``, `a`, `a/b`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}

/** The file or folder directly in `folder` that holds `path`; empty for a path outside it. */
function roomIn(folder: string, path: string): string {
  const prefix = folder === '' ? '' : `${folder}/`;
  return path.startsWith(prefix) ? (path.slice(prefix.length).split('/')[0] ?? '') : '';
}

function isFile(room: string): boolean {
  return room.includes('.');
}

function graphOf(edges: readonly Edge[], roomOf: (path: string) => string): Graph {
  const graph = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    const [from, to] = [roomOf(edge.from), roomOf(edge.to)];
    if (from === '' || to === '' || from === to) continue;
    const out = graph.get(from) ?? new Map<string, Edge>();
    if (!out.has(to)) out.set(to, edge);
    graph.set(from, out);
  }
  return graph;
}

interface Component {
  readonly rooms: readonly string[];
  /** A shortest cycle through the first room. */
  readonly cycle: readonly Edge[];
}

/** The sets of rooms that all reach each other (strongly connected components of more than one), sorted. */
function componentsIn(graph: Graph): readonly Component[] {
  const reached = new Map([...graph.keys()].map((room) => [room, reachableFrom(graph, room)]));
  const assigned = new Set<string>();
  return [...graph.keys()].sort().flatMap((room) => {
    if (assigned.has(room) || reached.get(room)?.has(room) !== true) return [];
    const rooms = [...(reached.get(room) ?? [])]
      .filter((other) => reached.get(other)?.has(room) === true)
      .sort();
    for (const member of rooms) assigned.add(member);
    return [{ rooms, cycle: shortestCycle(graph, room) }];
  });
}

/** The room itself only where a cycle leads back to it. */
function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop())
    for (const next of graph.get(room)?.keys() ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        waiting.push(next);
      }
  return reached;
}

function shortestCycle(graph: Graph, start: string): readonly Edge[] {
  let paths: readonly { readonly at: string; readonly edges: readonly Edge[] }[] = [{ at: start, edges: [] }];
  const visited = new Set<string>();
  while (paths.length > 0) {
    const longer: { at: string; edges: readonly Edge[] }[] = [];
    for (const { at, edges } of paths)
      for (const [next, edge] of graph.get(at) ?? []) {
        if (next === start) return [...edges, edge];
        if (visited.has(next)) continue;
        visited.add(next);
        longer.push({ at: next, edges: [...edges, edge] });
      }
    paths = longer;
  }
  return [];
}

function inWords(kind: string, { rooms, cycle }: Component): string {
  const lines = cycle.map(({ from, line, to }) => `\n    ${from}:${line} imports ${to}`);
  return `${kind}: ${rooms.join(', ')}. For example:${lines.join('')}`;
}
