// No function has more lines than a reader can keep in mind. Biome's rule skips many lines of JSX: it counts 107 of 185.
import type { Breach } from '../breach.ts';
import type { Repository } from '../repository.ts';
import { isTest } from '../workspaces.ts';

/** Blank lines and comments count. */
const maxLines = 150;

export function checkFunctionLength({ sources }: Repository): readonly Breach[] {
  return sources
    .filter(({ path }) => !isTest(path) && !path.startsWith('e2e/'))
    .flatMap(({ path: file, nodes, lineOf }) =>
      nodes.flatMap((node) => {
        // A line has at least the character that ends it.
        if (!/^(Arrow)?Function/.test(node.type) || Number(node.end) - node.start < maxLines) return [];
        const line = lineOf(node);
        const lines = lineOf({ ...node, start: Number(node.end) }) - line + 1;
        if (lines <= maxLines) return [];
        const message = `a function of ${lines} lines: split it, ${maxLines} are the most`;
        return [{ rule: 'functionLength' as const, file, line, message }];
      }),
    );
}
