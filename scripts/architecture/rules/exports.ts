// A value is exported for another file. If none names it, a reader looks for users that do not exist. Types are omitted: the exported
// functions of a file use them in their signatures. So are packages that others may install, whose index is for them.
import type { Repository } from '../repository.ts';
import { isNode, nameAt, type SyntaxNode } from '../syntax.ts';

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
