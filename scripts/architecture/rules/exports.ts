// A value is exported for another file. If none names it, a reader looks for users that do not exist. Types are omitted: the exported
// functions of a file use them in their signatures. So are packages that others may install, whose index is for them.
import type { Repository } from '../repository.ts';
import { isNode, nameAt, type SyntaxNode, textAt } from '../syntax.ts';
import { importTable, isForDevelopment, workspaceOf } from '../workspaces.ts';

export function unusedExports({ sources }: Repository): readonly string[] {
  const users = new Map<string, number>();
  for (const { nodes } of sources)
    for (const name of new Set(nodes.map(nameIn))) users.set(name, (users.get(name) ?? 0) + 1);
  return sources
    .filter(({ path }) => !path.startsWith('packages/signalr-server/') && !/\.config\.\w+$/.test(path))
    .flatMap(({ path, nodes }) =>
      nodes
        .filter(({ type }) => type === 'ExportNamedDeclaration')
        .flatMap(({ declaration }) => (isNode(declaration) ? valuesOf(declaration) : []))
        .filter((name) => users.get(name) === 1)
        .map((name) => `${path} exports ${name}, which no other file uses`),
    );
}

/** The name in a node. Texts count as well, because the registry names the components of panels. */
function nameIn({ type, name, value }: SyntaxNode): string {
  const named = type === 'Literal' ? value : type === 'Identifier' || type === 'JSXIdentifier' ? name : '';
  return typeof named === 'string' ? named : '';
}

function valuesOf(declaration: SyntaxNode): readonly string[] {
  const { type, declarations } = declaration;
  // The declaration of a class names its private members, so TypeScript may require its export.
  if (type === 'FunctionDeclaration') return [nameAt(declaration, 'id') ?? ''];
  if (type !== 'VariableDeclaration' || !Array.isArray(declarations)) return [];
  return declarations.filter(isNode).flatMap((declaration) => nameAt(declaration, 'id') ?? []);
}

/** Two implementations of one interface, and the function by which each module of the venue rejects. */
const namedAlike = [
  /^packages\/storage\/(?:journal|postgres)\//,
  /^packages\/venue\/.*(?:-rejections|-module)\.ts$/,
];

/**
 * A name has one meaning for a reader: no two files of the product declare an export with the same name. Workspaces of which neither can
 * import the other are independent, as the browser's actions are of the venue's handlers.
 */
export function sharedNames({ sources }: Repository): readonly string[] {
  const files = new Map<string, string[]>();
  for (const { path, nodes } of sources.filter((source) => !isForDevelopment(source.path))) {
    const names = nodes.filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(namesOf);
    for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), path]);
  }
  return [...files]
    .filter(([, paths]) => paths.some((a) => paths.some((b) => a < b && mustDiffer(a, b))))
    .map(([name, paths]) => `${paths.join(' and ')} export ${name}`);
}

function namesOf({ declaration }: SyntaxNode): readonly string[] {
  if (!isNode(declaration)) return [];
  const id = nameAt(declaration, 'id');
  return id === undefined ? valuesOf(declaration) : [id];
}

function mustDiffer(a: string, b: string): boolean {
  const [from, to] = [workspaceOf(a) ?? '', workspaceOf(b) ?? ''];
  const isMeant = namedAlike.some((files) => files.test(a) && files.test(b));
  return !isMeant && (from === to || canReach(from, to) || canReach(to, from));
}

function canReach(from: string, to: string): boolean {
  const imported = importTable[from] ?? [];
  if (imported === 'anything') return true;
  return imported.some((name) => `packages/${name}` === to || canReach(`packages/${name}`, to));
}

/** A reader finds everything that a file imports from a module in one line. A namespace cannot be merged with other names. */
export function repeatedImports({ sources }: Repository): readonly string[] {
  return sources.flatMap(({ path, nodes }) => {
    const modules = nodes
      .filter(({ type, specifiers }) => type === 'ImportDeclaration' && !hasNamespace(specifiers))
      .map((node) => textAt(node, 'source'));
    const repeated = modules.filter((module, index) => modules.indexOf(module) < index);
    return repeated.map((module) => `${path} imports ${module} twice`);
  });
}

const hasNamespace = (specifiers: unknown): boolean =>
  Array.isArray(specifiers) && specifiers.some(({ type }: SyntaxNode) => type === 'ImportNamespaceSpecifier');
