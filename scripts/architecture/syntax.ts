// Reads a syntax tree without types for its two hundred kinds of nodes: a node is an object with a type and a position.

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    typeof value.start === 'number'
  );
}

/** Calls `visit` with every node below, parents before children. */
export function visitNodes(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visitNodes(item, visit);
    return;
  }
  if (!isNode(value)) return;
  visit(value);
  for (const field of Object.values(value)) {
    if (typeof field === 'object' && field !== null) visitNodes(field, visit);
  }
}

/** The name of the identifier, or the text of the string, in that field; undefined for anything else. */
export function nameAt(node: SyntaxNode, field: string): string | undefined {
  const inner = node[field];
  if (!isNode(inner)) return undefined;
  const name = inner.type === 'Literal' ? inner.value : inner.name;
  return typeof name === 'string' ? name : undefined;
}

/** The text of a string or of a template without expressions in that field; undefined if it is computed. */
export function textAt(node: SyntaxNode, field: string): string | undefined {
  const inner = node[field];
  if (!isNode(inner)) return undefined;
  if (inner.type === 'Literal') return typeof inner.value === 'string' ? inner.value : undefined;
  if (inner.type !== 'TemplateLiteral') return undefined;
  const quasis = Array.isArray(inner.quasis) ? inner.quasis.filter(isNode) : [];
  const value: unknown = quasis.length === 1 ? quasis[0]?.value : undefined;
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined;
  return typeof value.cooked === 'string' ? value.cooked : undefined;
}
