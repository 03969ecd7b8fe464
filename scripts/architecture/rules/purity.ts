// The venue, and everything computed from it, gives the same results for the same commands on every machine: no clock, no
// randomness, no files, no timers; in venue and pricing also no mathematics that engines round differently.
import type { Breach } from '../breach.ts';
import { type Repository, targetOf } from '../repository.ts';
import type { SourceFile } from '../source-file.ts';
import { isNode, nameAt, type SyntaxNode } from '../syntax.ts';
import { bitEqualPackages, isTest, purePackages, workspaceOf } from '../workspaces.ts';

const timers: ReadonlySet<string> = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'fetch',
]);
const surroundings: ReadonlySet<string> = new Set([
  'process',
  'performance',
  'crypto',
  'globalThis',
  'window',
  'document',
]);
/** Exact by the language's specification; engines may round everything else in Math differently. */
const exactMath: ReadonlySet<string> = new Set(
  'abs ceil floor round trunc sign min max sqrt fround imul clz32 E LN2 LN10 LOG2E LOG10E PI SQRT2 SQRT1_2'.split(
    ' ',
  ),
);

export function checkPurity({ sources, files }: Repository): readonly Breach[] {
  const inSources = sources.flatMap((source) => {
    const workspace = workspaceOf(source.path);
    if (workspace === undefined || !purePackages.includes(workspace) || isTest(source.path)) return [];
    return [...checkImports(source, workspace), ...checkCode(source, bitEqualPackages.includes(workspace))];
  });
  return [...inSources, ...purePackages.flatMap((workspace) => checkCompilerOptions(workspace, files))];
}

/** The command line of a pure package may read files; no file of the package imports it. */
function isCommandLine(path: string): boolean {
  return /\/cli\.ts$/.test(path);
}

function checkImports(source: SourceFile, workspace: string): readonly Breach[] {
  return source.imports.flatMap((imported) => {
    const target = targetOf(source.path, imported.specifier);
    const breach = (message: string): readonly Breach[] => [
      { rule: 'impure', file: source.path, line: imported.line, message },
    ];
    if (target.kind === 'file' && isCommandLine(target.path)) return breach(`nothing imports ${target.path}`);
    if (isCommandLine(source.path)) return [];
    if (target.kind === 'node') return breach(`${workspace} is pure: no ${imported.specifier}`);
    if (target.kind === 'package' && bitEqualPackages.includes(workspace)) {
      return breach(`${workspace} is pure: no package of others, such as ${target.name}`);
    }
    return [];
  });
}

function checkCode(source: SourceFile, bitEqual: boolean): readonly Breach[] {
  if (isCommandLine(source.path)) return [];
  return source.nodes.flatMap((node): readonly Breach[] => {
    const impure = impurityOf(node);
    if (impure !== undefined) {
      return [
        {
          rule: 'impure',
          file: source.path,
          line: source.lineOf(node),
          message: `no ${impure} in a pure package: time and random values come in with commands`,
        },
      ];
    }
    const inexact = bitEqual ? inexactnessOf(node) : undefined;
    if (inexact === undefined) return [];
    return [
      {
        rule: 'notBitEqual',
        file: source.path,
        line: source.lineOf(node),
        message: `no ${inexact}: engines may differ in its last bit or its order`,
      },
    ];
  });
}

function impurityOf(node: SyntaxNode): string | undefined {
  if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'Date') return 'new Date';
  if (node.type === 'CallExpression') {
    const callee = identifierAt(node, 'callee');
    if (callee === 'Date' || (callee !== undefined && timers.has(callee))) return `${callee}()`;
  }
  if (node.type === 'MemberExpression') {
    const object = identifierAt(node, 'object');
    if (object === undefined) return undefined;
    const property = nameAt(node, 'property') ?? '[…]';
    if (surroundings.has(object)) return `${object}.${property}`;
    if (object === 'Date' && property !== 'UTC' && property !== 'parse') return `Date.${property}`;
    if (object === 'Math' && (property === 'random' || property === '[…]')) return `Math.${property}`;
  }
  // `const { now } = Date` and `const later = setTimeout` are the same by another name.
  if (node.type === 'VariableDeclarator') {
    const initial = identifierAt(node, 'init');
    if (initial === 'Date' || initial === 'Math' || (initial !== undefined && timers.has(initial)))
      return `= ${initial}`;
  }
  return undefined;
}

function inexactnessOf(node: SyntaxNode): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === '**') return '**';
  if (node.type === 'AssignmentExpression' && node.operator === '**=') return '**=';
  if (node.type !== 'MemberExpression') return undefined;
  const object = identifierAt(node, 'object');
  const property = nameAt(node, 'property') ?? '';
  if (object === 'Math' && !exactMath.has(property)) return `Math.${property}`;
  if (object === 'Intl') return `Intl.${property}`;
  return /^(localeCompare|toLocale[A-Za-z]+)$/.test(property) ? `.${property}` : undefined;
}

function identifierAt(node: SyntaxNode, field: string): string | undefined {
  const inner = node[field];
  return isNode(inner) && inner.type === 'Identifier' ? nameAt(node, field) : undefined;
}

function checkCompilerOptions(workspace: string, files: Repository['files']): readonly Breach[] {
  const file = `${workspace}/tsconfig.json`;
  const text = files.get(file) ?? '';
  return ['types', 'lib']
    .filter((option) => text.includes(`"${option}"`))
    .map((option) => ({
      rule: 'impure' as const,
      file,
      line: 0,
      message: `a pure package keeps "${option}" of tsconfig.base.json, so that timers and process do not compile`,
    }));
}
