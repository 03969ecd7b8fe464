// The faults of a page: links, pictures and anchors that lead to nothing, symbols that a file does not have,
// commands that package.json does not have, files that do not exist.
import { posix } from 'node:path';
import { type Code, type Link, type Page, readPage } from './markdown.ts';

/** The files and commands that the pages are compared with. */
export interface Surroundings {
  /** Paths of all files, with forward slashes from the root. */
  readonly files: ReadonlySet<string>;
  read(path: string): string;
  /** The names under `scripts` in package.json. */
  readonly commands: ReadonlySet<string>;
  /** The programs that `npx NAME` can run here. */
  readonly programs: ReadonlySet<string>;
}

/** @returns one sentence for each fault, `page:line  fault` */
export function findFaults(pages: ReadonlyMap<string, string>, around: Surroundings): readonly string[] {
  return [...pages].flatMap(([path, markdown]) => {
    const page = readPage(markdown);
    return [
      ...page.links.flatMap((link) =>
        faultsOfLink(path, page, link, around).map((text) => `${path}:${link.line}  ${text}`),
      ),
      ...page.code.flatMap((code) =>
        faultsOfCode(code, around).map((text) => `${path}:${code.line}  ${text}`),
      ),
      ...unknownCommands(markdown, around).map((text) => `${path}  ${text}`),
    ];
  });
}

function faultsOfLink(from: string, page: Page, link: Link, around: Surroundings): readonly string[] {
  if (/^[a-z][a-z+.-]*:/i.test(link.target)) return [];
  const [rawPath = '', anchor] = link.target.split('#');
  if (rawPath === '') return anchorFault({ path: from, anchor, anchors: page.anchors, link });
  const path = resolveLink(from, decodeURIComponent(rawPath));
  if (path.startsWith('..')) return [`${link.target} leads out of the repository`];
  if (isFolder(path, around.files))
    return anchor === undefined ? [] : [`${link.target}: a folder has no anchors`];
  if (!around.files.has(path))
    return [`${link.picture ? 'the picture' : 'the link'} ${link.target} leads to nothing`];
  if (path.endsWith('.md')) {
    return anchorFault({ path, anchor, anchors: readPage(around.read(path)).anchors, link });
  }
  return [...lineFault(path, anchor, link, around), ...symbolFault(path, link, around)];
}

function resolveLink(from: string, target: string): string {
  const joined = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);
  return posix.normalize(joined).replace(/\/$/, '');
}

function isFolder(path: string, files: ReadonlySet<string>): boolean {
  if (path === '.' || path === '') return true;
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

function anchorFault(link: {
  path: string;
  anchor: string | undefined;
  anchors: ReadonlySet<string>;
  link: Link;
}): readonly string[] {
  if (link.anchor === undefined || link.anchors.has(decodeURIComponent(link.anchor))) return [];
  return [`${link.link.target}: ${link.path} has no heading for #${link.anchor}`];
}

function lineFault(
  path: string,
  anchor: string | undefined,
  link: Link,
  around: Surroundings,
): readonly string[] {
  if (anchor === undefined) return [];
  const range = /^L(\d+)(?:-L(\d+))?$/.exec(anchor);
  if (range === null) return [`${link.target}: #${anchor} is neither lines (L10-L20) nor a heading`];
  const lines = around.read(path).split('\n').length;
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  if (first >= 1 && first <= last && last <= lines) return [];
  return [`${link.target}: ${path} has ${lines} lines`];
}

/** [`venue.ts`](venue.ts) must name the file; all words of [`Venue.handle`](venue.ts) must be in it. */
function symbolFault(path: string, link: Link, around: Surroundings): readonly string[] {
  const file = /^`([\w./-]+\.(?:[cm]?[jt]sx?|json|css|ya?ml))`$/.exec(link.text)?.[1];
  if (file !== undefined)
    return `/${path}`.endsWith(`/${file}`) ? [] : [`the link \`${file}\` leads to ${path}`];
  const symbol = /^`([A-Za-z_$][\w$.#]*)(?:\(.*\))?`$/.exec(link.text)?.[1];
  if (symbol === undefined || path.endsWith(symbol)) return [];
  const text = around.read(path);
  const missing = symbol
    .split(/[.#]/)
    .filter((word) => !new RegExp(`(?<![\\w$])${word.replace(/\$/g, '\\$')}(?![\\w$])`).test(text));
  return missing.map((word) => `${path} does not have ${word}, which the link \`${symbol}\` promises`);
}

function faultsOfCode({ text }: Code, around: Surroundings): readonly string[] {
  const faults: string[] = [];
  for (const match of text.matchAll(
    /(?:^|[\s;&|(])node((?:\s+--?[\w=:.-]+)*)\s+([\w./-]+\.(?:[cm]?js|ts))(?=$|[\s;&|)`])/g,
  )) {
    const file = posix.normalize(match[2] ?? '');
    if (!around.files.has(file) && !around.files.has(sourceOf(file)))
      faults.push(`node ${file}: there is no such file`);
  }
  for (const match of text.matchAll(/(?:^|[\s;&|(])npx\s+(?:--?[\w-]+\s+)*([\w@/.-]+)([^;&|]*)/g)) {
    const [, program = '', rest = ''] = match;
    if (!around.programs.has(program)) faults.push(`npx ${program}: that program is not among the packages`);
    for (const word of rest.split(/\s+/))
      if (isMissingPath(word, around)) faults.push(`npx ${program}: there is no ${word}`);
  }
  if (!/\s/.test(text) && isMissingPath(text, around)) faults.push(`there is no ${text}`);
  return faults;
}

/** `apps/server/dist/main.js` is made from `apps/server/main.ts`. */
function sourceOf(file: string): string {
  return file.replace('/dist/', '/').replace(/\.js$/, '.ts');
}

const folders = /^(packages|apps|scripts|scenarios|e2e|bench|docs)\/[\w./-]*[\w/]$/;

/** True for a word that looks like a path of the repository and leads to nothing; `packages/venue/<flag>.ts` is not. */
function isMissingPath(word: string, { files }: Surroundings): boolean {
  if (!folders.test(word) || word.includes('/dist/') || word.endsWith('/dist')) return false;
  const path = word.replace(/\/$/, '');
  return !files.has(path) && !isFolder(path, files);
}

function unknownCommands(markdown: string, { commands }: Surroundings): readonly string[] {
  const named = new Set<string>();
  for (const match of markdown.matchAll(
    /\bnpm\s+(?:run|run-script)\s+(?:(?:-s|--silent)\s+)?([a-z][\w:.-]*\w)/g,
  ))
    named.add(match[1] ?? '');
  for (const match of markdown.matchAll(/\bnpm\s+(start|test)\b/g)) named.add(match[1] ?? '');
  return [...named]
    .filter((name) => !commands.has(name))
    .map((name) => `npm run ${name}: package.json has no such script`);
}
