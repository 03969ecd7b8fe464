// Inside the venue a module imports lower modules only. The order follows the list that
// packages/venue/modules.ts exports; the folders that all modules are built on come below it, and the files
// at the root of the package above it.
import type { Breach } from '../breach.ts';
import { type Repository, targetOf } from '../repository.ts';
import type { SourceFile } from '../source-file.ts';
import { isNode, nameAt, type SyntaxNode } from '../syntax.ts';
import { isTest } from '../workspaces.ts';

const venue = 'packages/venue/';
const listFile = `${venue}modules.ts`;
/** Below all modules, lowest first. */
const foundations: readonly string[] = ['kernel', 'order-book', 'contracts'];

export function checkModuleOrder({ sources }: Repository): readonly Breach[] {
  const list = sources.find(({ path }) => path === listFile);
  if (list === undefined) return [];
  const modules = modulesOf(list);
  if (modules.length === 0)
    return [breach(listFile, 0, 'exports no array `modules` of names that are imported from its folders')];
  const order = [...foundations, ...modules];
  /** The files at the root are above all modules. */
  const heightOf = (path: string): number => {
    const folder = folderOf(path);
    return folder === '' ? order.length : order.indexOf(folder);
  };
  const checked = sources.filter(({ path }) => path.startsWith(venue) && !isTest(path));
  const folders = [...new Set(checked.map(({ path }) => folderOf(path)))];
  return [
    ...folders
      .filter((folder) => folder !== '' && !order.includes(folder))
      .map((folder) => breach(venue + folder, 0, `is no module: it has no place in the list of ${listFile}`)),
    ...checked.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, line }) => {
        const target = targetOf(path, specifier);
        if (target.kind !== 'file' || !target.path.startsWith(venue)) return [];
        if (heightOf(target.path) <= heightOf(path)) return [];
        const [lower, higher] = [folderOf(path), folderOf(target.path)];
        const subject = higher === '' ? 'a file at the root of the package' : `${higher}, a higher module`;
        return [
          breach(
            path,
            line,
            `${lower} may not import ${subject} (see the order of the modules in ${listFile})`,
          ),
        ];
      }),
    ),
  ];
}

/** The folders of the modules in the order of the list, lowest first. */
function modulesOf(list: SourceFile): readonly string[] {
  const folders = new Map(
    list.imports.flatMap(({ localNames, specifier }) => {
      const target = targetOf(list.path, specifier);
      return target.kind === 'file' ? localNames.map((name) => [name, folderOf(target.path)] as const) : [];
    }),
  );
  const declared = list.nodes.find(
    (node) => node.type === 'VariableDeclarator' && nameAt(node, 'id') === 'modules',
  );
  const elements = arrayIn(declared?.init)?.elements;
  const names = Array.isArray(elements) ? elements.filter(isNode).map(({ name }) => String(name)) : [];
  return [...new Set(names.map((name) => folders.get(name) ?? '').filter((folder) => folder !== ''))];
}

/** The array of `[…]`, `[…] as const` and `[…] satisfies …`. */
function arrayIn(value: unknown): SyntaxNode | undefined {
  if (!isNode(value)) return undefined;
  return value.type === 'ArrayExpression' ? value : arrayIn(value.expression);
}

/** The folder directly in the package; empty for a file at its root. */
function folderOf(path: string): string {
  const [folder = '', ...rest] = path.slice(venue.length).split('/');
  return rest.length === 0 ? '' : folder;
}

function breach(file: string, line: number, message: string): Breach {
  return { rule: 'moduleOrder', file, line, message };
}
