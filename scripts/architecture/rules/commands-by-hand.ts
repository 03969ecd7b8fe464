// One file forms the commands that messages name, with the data folder of the market. A command without it would act on another market.
import type { Breach } from '../breach.ts';
import type { Repository } from '../repository.ts';
import type { SyntaxNode } from '../syntax.ts';
import { isTest } from '../workspaces.ts';

const owner = 'packages/storage/operator-command.ts';
const command = /npm (?:start|run) |run-built\.mjs/;

export function checkCommandsByHand({ sources }: Repository): readonly Breach[] {
  return sources
    .filter(({ path }) => /^(apps|packages)\//.test(path) && path !== owner && !isTest(path))
    .flatMap(({ path, nodes, lineOf }) =>
      nodes
        .filter((node) => command.test(textOf(node)))
        .map((node) => ({
          rule: 'commandByHand' as const,
          file: path,
          line: lineOf(node),
          message: `names a command that its user may paste: operatorCommand and commandLine are in ${owner}`,
        })),
    );
}

/** The text of a string, or of a part of a template. */
function textOf({ type, value }: SyntaxNode): string {
  if (type === 'Literal') return String(value);
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return '';
  return 'raw' in value ? String(value.raw) : '';
}
