// One file knows the form of contract names. Elsewhere nothing splits a name or looks for its parts.
import type { Breach } from '../breach.ts';
import type { Repository } from '../repository.ts';
import { isNode, nameAt, type SyntaxNode } from '../syntax.ts';
import { isTest } from '../workspaces.ts';

const owner = 'packages/terms/contract-names.ts';
/** Names of values that are names of contracts. */
const contractNames = /^(contract|future|underlying|leg|near|far)(Name)?$/i;
const readers: ReadonlySet<string> = new Set([
  'split',
  'startsWith',
  'endsWith',
  'includes',
  'match',
  'matchAll',
]);

export function checkContractNames({ sources }: Repository): readonly Breach[] {
  return sources
    .filter(({ path }) => /^(apps|packages)\//.test(path) && path !== owner && !isTest(path))
    .flatMap(({ path, nodes, lineOf }) =>
      nodes.filter(readsName).map((node) => ({
        rule: 'contractName' as const,
        file: path,
        line: lineOf(node),
        message: `reads the name of a contract: parseContractName and kindOfContractName are in ${owner}`,
      })),
    );
}

/** `contract.split(' ')`, `row.near?.endsWith(' D')`; with a variable as its argument it is a search by the user. */
function readsName(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || !Array.isArray(node.arguments)) return false;
  const { callee } = node;
  const [argument]: readonly unknown[] = node.arguments;
  if (!readers.has(nameAt(callee, 'property') ?? '') || !isNode(argument) || argument.type !== 'Literal')
    return false;
  const name =
    nameAt(callee, 'object') ?? (isNode(callee.object) ? nameAt(callee.object, 'property') : undefined);
  return name !== undefined && contractNames.test(name);
}
