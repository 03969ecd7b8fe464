// The imports of a source file, in every form, and its syntax tree. Read with the parser of Vitest, so that comments and
// strings are not mistaken for code.
import { parseAst } from 'vitest/node';
import { isNode, nameAt, type SyntaxNode, textAt, visitNodes } from './syntax.ts';

type ImportKind = 'import' | 'export' | 'import()' | 'require' | 'new URL' | 'import type' | '@import';

export interface FoundImport {
  readonly kind: ImportKind;
  /** As written: `./venue.ts`, `@openpit/wire`, `node:fs`. */
  readonly specifier: string;
  readonly line: number;
  /** True for an import that does not exist at run time. */
  readonly typeOnly: boolean;
  /** The imported names; `*` for all of a module, empty for a bare import. */
  readonly names: readonly string[];
  /** The local names of the imported names, in the same order. */
  readonly localNames: readonly string[];
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly FoundImport[];
  /** True if the file has statements and all of them are `export … from`. */
  readonly onlyReexports: boolean;
  readonly nodes: readonly SyntaxNode[];
  lineOf(node: SyntaxNode): number;
}

/** Throws the parser's own error for text that is not TypeScript. */
export function readSource(path: string, text: string): SourceFile {
  const lang = path.endsWith('x') ? 'tsx' : path.endsWith('ts') ? 'ts' : 'js';
  const program: unknown = parseAst(text, { lang, sourceType: 'module' });
  const nodes: SyntaxNode[] = [];
  visitNodes(program, (node) => nodes.push(node));
  const lineOf = lineFinder(text);
  const imports = nodes.flatMap((node) => {
    const imported = importIn(node);
    return imported === undefined ? [] : [{ ...imported, line: lineOf(node) }];
  });
  return { path, imports, onlyReexports: hasOnlyReexports(program), nodes, lineOf };
}

/** The `@import`s of a style sheet. */
export function readStyleSheet(path: string, text: string): SourceFile {
  const imports = text.split('\n').flatMap((line, index) => {
    const specifier = /^\s*@import\s+(?:url\()?["']([^"']+)["']/.exec(line)?.[1];
    if (specifier === undefined) return [];
    return [
      { kind: '@import' as const, specifier, line: index + 1, typeOnly: false, names: [], localNames: [] },
    ];
  });
  return { path, imports, onlyReexports: false, nodes: [], lineOf: () => 0 };
}

function importIn(node: SyntaxNode): Omit<FoundImport, 'line'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return staticImport(node, 'import', node.importKind === 'type');
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source === null ? undefined : staticImport(node, 'export', node.exportKind === 'type');
    case 'ImportExpression':
      return found('import()', textAt(node, 'source'));
    case 'TSImportType':
      return found('import type', textAt(node, 'source'), { typeOnly: true, names: [outermostName(node)] });
    case 'TSExternalModuleReference':
      return found('require', textAt(node, 'expression'));
    case 'CallExpression':
      return isRequire(node) ? found('require', firstArgument(node)) : undefined;
    case 'NewExpression':
      return nameAt(node, 'callee') === 'URL' && isBesideThisModule(node)
        ? found('new URL', firstArgument(node))
        : undefined;
    default:
      return undefined;
  }
}

function staticImport(
  node: SyntaxNode,
  kind: 'import' | 'export',
  wholeIsType: boolean,
): Omit<FoundImport, 'line'> | undefined {
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  const ofTypes = specifiers.every(
    (specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type',
  );
  const names = specifiers.map(
    (specifier) => nameAt(specifier, kind === 'import' ? 'imported' : 'local') ?? '*',
  );
  return found(kind, textAt(node, 'source'), {
    typeOnly: wholeIsType || (specifiers.length > 0 && ofTypes),
    names: node.type === 'ExportAllDeclaration' ? ['*'] : names,
    localNames: specifiers.map((specifier) => nameAt(specifier, 'local') ?? ''),
  });
}

function found(
  kind: ImportKind,
  specifier: string | undefined,
  details: { typeOnly?: boolean; names?: readonly string[]; localNames?: readonly string[] } = {},
): Omit<FoundImport, 'line'> | undefined {
  if (specifier === undefined) return undefined;
  return { kind, specifier, typeOnly: false, names: ['*'], localNames: [], ...details };
}

function isRequire(node: SyntaxNode): boolean {
  const callee = node.callee;
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee.name === 'require';
  return nameAt(callee, 'object') === 'require' && nameAt(callee, 'property') === 'resolve';
}

function isBesideThisModule(node: SyntaxNode): boolean {
  const base = Array.isArray(node.arguments) ? node.arguments[1] : undefined;
  return (
    isNode(base) &&
    isNode(base.object) &&
    base.object.type === 'MetaProperty' &&
    nameAt(base, 'property') === 'url'
  );
}

function firstArgument(node: SyntaxNode): string | undefined {
  const argument = Array.isArray(node.arguments) ? node.arguments[0] : undefined;
  return textAt({ ...node, argument }, 'argument');
}

function outermostName(node: SyntaxNode): string {
  const qualifier = node.qualifier;
  if (!isNode(qualifier)) return '*';
  return nameAt(node, 'qualifier') ?? nameAt(qualifier, 'left') ?? '*';
}

function hasOnlyReexports(program: unknown): boolean {
  const body = isNode(program) && Array.isArray(program.body) ? program.body.filter(isNode) : [];
  return body.length > 0 && body.every((syntaxNode) => isReexport(syntaxNode));
}

function isReexport(node: SyntaxNode): boolean {
  if (node.type === 'ExportAllDeclaration') return true;
  return node.type === 'ExportNamedDeclaration' && node.source !== null && node.source !== undefined;
}

function lineFinder(text: string): (node: SyntaxNode) => number {
  return (node) => text.slice(0, node.start).split('\n').length;
}
