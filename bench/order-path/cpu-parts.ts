// The use of processor time in the measured server: CPU profiles of its threads (thread-profile.mjs), divided among the parts of
// the order path by source file. A function of Node or of a general library counts for the part that called it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printTable } from '../table.ts';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface ThreadProfile {
  readonly name: string;
  /** The processor time of this thread while it was profiled. */
  readonly cpuSeconds: number;
  readonly profile: {
    readonly nodes: readonly ProfileNode[];
    /** The node of each sample. */
    readonly samples: readonly number[];
  };
}

/** The first pattern that the file of a function, or of its nearest caller, matches. */
const parts: readonly (readonly [pattern: RegExp, part: string])[] = [
  [/node:_http_outgoing|fastify\/lib\/(reply|hooks|error)|@fastify\/compress|end-of-stream/, 'replies'],
  [/node:_http|node:internal\/http|fastify\/|find-my-way|secure-json|avvio/, 'requests'],
  [/\/zod\/|fastify-type-provider-zod|packages\/wire\//, 'schemas'],
  [/apps\/server\/dist\/(auth|limits)|\/jose\//, 'sign-in and limits'],
  [/apps\/server\/dist\/(http|commands)|prom-client/, 'our hooks and routes'],
  [/apps\/server\/dist\/sequencer/, 'sequencer'],
  [/packages\/storage|\/libsql\//, 'journal and threads'],
  [/packages\/venue/, 'venue'],
  [/packages\/(projections|pricing)/, 'rows'],
  [/apps\/server\/dist\/history/, 'history'],
  [/packages\/signalr-server|\/ws\/|msgpack|apps\/server\/dist\/hubs/, 'frames'],
  [/apps\/server\/dist/, 'rest of the server'],
];

/** Entries of a profile without a function of ours on the stack, by the name that V8 or Node gives. */
const ownNames: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'outside JavaScript',
  '(idle)': 'idle',
};
const sockets = 'sockets and turns of Node';

/** Prints µs per order of each part in each thread. `processSeconds`: processor time of the whole server meanwhile. */
export async function printParts(
  folder: string,
  { orders, processSeconds }: { readonly orders: number; readonly processSeconds: number },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const threads = texts
    .map((text) => divided(JSON.parse(text) as ThreadProfile))
    .sort((a, b) => b.cpuSeconds - a.cpuSeconds);
  const perOrder = (seconds: number) => Math.round((seconds / orders) * 1e7) / 10;
  const seen = [...parts.map(([, part]) => part), sockets, ...Object.values(ownNames)];
  const rows = [...new Set(seen)].flatMap((part) => {
    const seconds = threads.map((thread) => thread.secondsByPart.get(part) ?? 0);
    const total = seconds.reduce((sum, second) => sum + second, 0);
    return total === 0 ? [] : [[part, ...seconds.map(perOrder), perOrder(total)]];
  });
  const inThreads = threads.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const blanks = threads.map(() => '');
  rows.push([
    'all of the thread',
    ...threads.map((thread) => perOrder(thread.cpuSeconds)),
    perOrder(inThreads),
  ]);
  rows.push(['threads of Node and V8', ...blanks, perOrder(processSeconds - inThreads)]);
  rows.push(['the process', ...blanks, perOrder(processSeconds)]);
  printTable(
    'processor time, µs per accepted order (profiled, which costs some time itself)',
    ['part', ...threads.map(({ name }) => name), 'together'],
    rows,
  );
}

function divided({ name, cpuSeconds, profile }: ThreadProfile) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const callers = new Map<number, ProfileNode>();
  for (const node of profile.nodes) for (const child of node.children ?? []) callers.set(child, node);
  const samplesByPart = new Map<string, number>();
  let busy = 0;
  for (const id of profile.samples) {
    const node = nodes.get(id);
    const part = node === undefined ? sockets : partOf(node, callers);
    if (part === 'idle') continue;
    busy += 1;
    samplesByPart.set(part, (samplesByPart.get(part) ?? 0) + 1);
  }
  const secondsByPart = new Map(
    [...samplesByPart].map(([part, samples]) => [part, (samples / busy) * cpuSeconds]),
  );
  return { name, cpuSeconds, secondsByPart };
}

function partOf(node: ProfileNode, callers: ReadonlyMap<number, ProfileNode>): string {
  const own = ownNames[node.callFrame.functionName];
  if (own !== undefined) return own;
  for (let at: ProfileNode | undefined = node; at !== undefined; at = callers.get(at.id)) {
    const { url } = at.callFrame;
    const part = parts.find(([pattern]) => pattern.test(url))?.[1];
    if (part !== undefined) return part;
  }
  return sockets;
}
