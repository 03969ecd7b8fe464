// The rooms of the web application; each imports only lower rooms. Every folder of panels/ is one panel, except parts/, and nobody imports
// files of a panel but its definition. ui/ imports nothing about markets; only transport/ and startup/ write market rows; a price is read
// only by those who subscribe to it; a feature that a browser may lack or forbid has one adapter.
import type { Breach } from '../breach.ts';
import { type Repository, reachedPackage, targetOf } from '../repository.ts';
import { isCode } from '../repository-files.ts';
import type { FoundImport, SourceFile } from '../source-file.ts';
import { isNode, nameAt, type SyntaxNode } from '../syntax.ts';
import { isTest } from '../workspaces.ts';

const web = 'apps/web/';
/** The rooms from the highest to the lowest. A room may import lower rooms, and no other room of its line. */
const rooms: readonly (readonly string[])[] = [
  ['app', 'testing'],
  ['workspace'],
  ['forms', 'panels', 'preferences'],
  ['actions'],
  ['market', 'startup'],
  ['session'],
  ['transport', 'pwa'],
  ['notices'],
  ['stores'],
  ['ui'],
];
const heights = new Map(rooms.toReversed().flatMap((line, height) => line.map((room) => [room, height])));
const height = (room: string): number => heights.get(room) ?? 0;
const storeWriters: ReadonlySet<string> = new Set(['transport', 'startup', 'stores']);
const writing: ReadonlySet<string> = new Set(['merge', 'replaceAll', 'remove', 'setStatus', 'clear']);

export function checkWebLayers({ sources }: Repository): readonly Breach[] {
  const paths = new Set(sources.map(({ path }) => path));
  const ofWeb = sources.filter((source) => source.path.startsWith(web));
  return [
    ...ofWeb.flatMap((source) => [
      ...checkPlace(source.path, paths),
      ...source.imports.flatMap((imported) => checkImport(source, imported)),
      ...source.imports.flatMap((imported) => checkContext(source, imported)),
      ...(isTest(source.path)
        ? []
        : [...checkStoreWriting(source), ...checkBrowserFeatures(source), ...checkAnswers(source)]),
    ]),
    ...sources.flatMap((source) => source.imports.flatMap((imported) => checkPanelImport(source, imported))),
  ];
}

/** Every folder is a room of the list, and every folder of panels/ but parts/ is a panel with its definition. */
function checkPlace(path: string, paths: ReadonlySet<string>): readonly Breach[] {
  if (!isCode(path)) return [];
  const breach = (message: string): readonly Breach[] => [{ rule: 'webLayer', file: path, line: 1, message }];
  const room = folderOf(path);
  if (room !== '' && !heights.has(room)) return breach(`${room}/ is no room of ${web}`);
  const panel = room === 'panels' ? panelsFolder(path) : '';
  return isPanel(panel) && !paths.has(`${web}panels/${panel}/definition.tsx`)
    ? breach(
        `panels/${panel}/ is no panel: it has no definition.tsx, and what panels share is in panels/parts/`,
      )
    : [];
}

const contextMaker = `${web}ui/required-context.ts`;

/** A context with a default that does nothing makes a button silently dead outside its provider. */
function checkContext(source: SourceFile, foundImport: FoundImport): readonly Breach[] {
  if (
    foundImport.specifier !== 'react' ||
    !foundImport.names.includes('createContext') ||
    source.path === contextMaker
  )
    return [];
  const message = `a context has no default that does nothing: use createRequiredContext of ${contextMaker}`;
  return [{ rule: 'contextDefault', file: source.path, line: foundImport.line, message }];
}

/** The only file that uses each feature, and tells the user about the missing feature; null for a feature that nothing uses. */
const adapters: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    localStorage: `${web}stores/browser-storage.ts`,
    sessionStorage: `${web}stores/browser-storage.ts`,
    caches: `${web}pwa/service-worker.ts`,
    randomUUID: `${web}actions/send.ts`,
    AudioContext: `${web}notices/deal-sound.ts`,
    indexedDB: null,
    subtle: null,
    EventSource: null,
    Notification: null,
    WebSocket: null,
  }),
);
/** Each uses one part of `navigator`: the clipboard, the service worker, the badge, whether it runs as an installed application, the state of the network. */
const navigatorAdapters: ReadonlySet<string> = new Set(
  ['ui/clipboard.ts', 'pwa/updates.ts', 'pwa/installed-app.ts', 'stores/connection.ts'].map(
    (path) => web + path,
  ),
);

/** An address without HTTPS, a setting or a full disk takes these features away: elsewhere, code would throw or do nothing. */
function checkBrowserFeatures(source: SourceFile): readonly Breach[] {
  const harmless = new Set(source.nodes.flatMap(harmlessNavigator));
  return source.nodes.flatMap((node): readonly Breach[] => {
    if (node.type !== 'Identifier' || typeof node.name !== 'string') return [];
    const { name } = node;
    const isNavigator = name === 'navigator' && !harmless.has(node.start);
    if (isNavigator ? navigatorAdapters.has(source.path) : !adapters.has(name)) return [];
    if (!isNavigator && adapters.get(name) === source.path) return [];
    const message = isNavigator
      ? `only ${[...navigatorAdapters].join(', ')} use more of navigator than its name`
      : `browsers may lack or forbid ${name}: ${adapters.get(name) ? `use ${adapters.get(name)}` : 'nothing uses it yet'}`;
    return [{ rule: 'browserFeature', file: source.path, line: source.lineOf(node), message }];
  });
}

/** They request answers in a way that `createAnswer` does not know: page by page, after the deals of a contract, or files. */
const ownRequests: ReadonlySet<string> = new Set(
  [
    'market/answers.ts',
    'panels/chart/candles.ts',
    'panels/parts/depth/prints.ts',
    'panels/parts/paged-feed.ts',
    'panels/parts/price-ladder/dealt.ts',
    'ui/on-demand.tsx',
  ].map((path) => web + path),
);

/** A request made by hand can miss a restart of the server, or show the answer to an older request. */
function checkAnswers(source: SourceFile): readonly Breach[] {
  if (ownRequests.has(source.path)) return [];
  return source.nodes
    .filter((node) => node.type === 'NewExpression' && nameAt(node, 'callee') === 'AbortController')
    .map((node) => ({
      rule: 'answerByHand' as const,
      file: source.path,
      line: source.lineOf(node),
      message: `only ${web}market/answers.ts drops old answers and asks again after a restart: use createAnswer or useCallState`,
    }));
}

/** `navigator.userAgent`, which every browser has, and `typeof navigator`: the positions of the name. */
function harmlessNavigator(node: SyntaxNode): number[] {
  const inner =
    node.type === 'MemberExpression' && nameAt(node, 'property') === 'userAgent'
      ? node.object
      : node.type === 'UnaryExpression' && node.operator === 'typeof'
        ? node.argument
        : undefined;
  return isNode(inner) ? [inner.start] : [];
}

function folderOf(path: string): string {
  const [folder, ...rest] = path.slice(web.length).split('/');
  return folder === undefined || rest.length === 0 ? '' : folder;
}

function checkImport(source: SourceFile, foundImport: FoundImport): readonly Breach[] {
  const breach = (rule: Breach['rule'], message: string): readonly Breach[] => [
    { rule, file: source.path, line: foundImport.line, message },
  ];
  const from = folderOf(source.path);
  const ours = reachedPackage(source.path, foundImport.specifier);
  if (from === 'ui' && ours !== undefined)
    return breach('uiKnowsMarket', `ui/ is independent of markets: no ${ours}`);
  const target = targetOf(source.path, foundImport.specifier);
  if (target.kind !== 'file' || !target.path.startsWith(web)) return [];
  const to = folderOf(target.path);
  if (from === '' || to === '') return [];
  if (from === 'ui' && to !== 'ui')
    return breach('uiKnowsMarket', `ui/ is independent of markets: no ${to}/`);
  if (from !== to && !isTest(source.path) && height(to) >= height(from))
    return breach('webLayer', `${from}/ is not above ${to}/ and may not import it`);
  if (
    target.path === `${web}stores/stores.ts` &&
    foundImport.names.some((name) => name === 'marketStore' || name === '*') &&
    !storeWriters.has(from) &&
    source.path !== prices &&
    !isTest(source.path)
  )
    return breach(
      'priceReader',
      'marketStore has prices that nobody may have subscribed to: usePrice(s) or ownPrices, or contractStore for what a contract is',
    );
  if (
    target.path === `${web}stores/stores.ts` &&
    foundImport.names.includes('depthStore') &&
    !storeWriters.has(from) &&
    source.path !== depth &&
    !isTest(source.path)
  )
    return breach(
      'depthReader',
      'depthStore has rows that may be old: market/depth.ts has those that are received',
    );
  return [];
}

/** Subscribes to the rows read through it. */
const prices = `${web}market/prices.ts`;
/** Separates depth that is being received from the rest. */
const depth = `${web}market/depth.ts`;

const registry = `${web}panels/registry.ts`;

/** The files of a panel are its own. Only its definition is read outside of panels/, and every definition by the registry. */
function checkPanelImport(source: SourceFile, foundImport: FoundImport): readonly Breach[] {
  const target = targetOf(source.path, foundImport.specifier);
  if (target.kind !== 'file' || source.path === registry || isTest(source.path)) return [];
  const [from, to] = [panelsFolder(source.path), panelsFolder(target.path)];
  const isInPanels = source.path.startsWith(`${web}panels/`);
  const isForeign = isPanel(to) && to !== from && (isInPanels || !target.path.endsWith('/definition.tsx'));
  if (!isForeign && !(isInPanels && target.path === registry)) return [];
  const message = `only a panel imports its own files: what others need belongs in panels/parts/ or a lower room`;
  return [{ rule: 'foreignPanel', file: source.path, line: foundImport.line, message }];
}

/** `parts` has what several panels need. */
const isPanel = (folder: string): boolean => folder !== '' && folder !== 'parts';

/** The first folder under panels/; empty for a file of panels/ itself, and for a file elsewhere. */
function panelsFolder(path: string): string {
  if (!path.startsWith(`${web}panels/`)) return '';
  const parts = path.slice(`${web}panels/`.length).split('/');
  return parts.length > 1 ? (parts[0] ?? '') : '';
}

function checkStoreWriting(source: SourceFile): readonly Breach[] {
  if (storeWriters.has(folderOf(source.path))) return [];
  const stores = new Set<string>();
  const breaches: Breach[] = [];
  for (const fileImport of source.imports) {
    const target = targetOf(source.path, fileImport.specifier);
    if (target.kind !== 'file' || !target.path.startsWith(`${web}stores/`)) continue;
    for (const name of fileImport.localNames) stores.add(name);
    for (const name of fileImport.names.filter(
      (imported) => imported === 'createKeyedStore' || imported === 'KeyedStore',
    )) {
      breaches.push({
        rule: 'storeWriter',
        file: source.path,
        line: fileImport.line,
        message: `${name} can write: read a ReadableStore`,
      });
    }
  }
  for (const node of source.nodes) {
    const store = writtenStore(node);
    if (store !== undefined && stores.has(store)) {
      breaches.push({
        rule: 'storeWriter',
        file: source.path,
        line: source.lineOf(node),
        message: `only transport/ and startup/ write ${store}`,
      });
    }
  }
  return breaches;
}

/** The name before `.merge(…)` and the like: `marketStore.merge`, or `stores.marketStore.merge`. */
function writtenStore(node: SyntaxNode): string | undefined {
  const callee = node.callee;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression')
    return undefined;
  if (!writing.has(nameAt(callee, 'property') ?? '')) return undefined;
  const object = callee.object;
  if (isNode(object) && object.type === 'MemberExpression') return nameAt(object, 'object');
  return nameAt(callee, 'object');
}
