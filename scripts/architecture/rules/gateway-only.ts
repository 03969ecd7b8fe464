// The simulator and the scenarios trade like everyone else, through an OrderGateway. With the venue itself they could
// change the market without the sequencer, the journal and the screens. Their tests build a market and may
// import it.
import type { Breach } from '../breach.ts';
import { type Repository, reachedPackage } from '../repository.ts';
import { isNode, nameAt } from '../syntax.ts';
import { isTest, tradesThroughGateway, workspaceOf } from '../workspaces.ts';

export function checkGatewayOnly({ sources }: Repository): readonly Breach[] {
  return sources.flatMap((source) => {
    const workspace = workspaceOf(source.path);
    if (workspace === undefined || !tradesThroughGateway.includes(workspace) || isTest(source.path))
      return [];
    const breach = (line: number, problem: string): Breach => ({
      rule: 'gatewayOnly',
      file: source.path,
      line,
      message: `${problem}: ${workspace} trades through an OrderGateway`,
    });
    const imports = source.imports
      .filter((imported) => reachedPackage(source.path, imported.specifier) === 'venue')
      .flatMap((imported) =>
        imported.names
          .filter((name) => isVenueItself(name, imported.typeOnly))
          .map((name) => breach(imported.line, `imports ${name === '*' ? 'all' : name} of the venue`)),
      );
    const calls = source.nodes
      .filter(
        (node) =>
          node.type === 'CallExpression' &&
          isNode(node.callee) &&
          nameAt(node.callee, 'property') === 'handle',
      )
      .map((node) => breach(source.lineOf(node), 'calls handle'));
    return [...imports, ...calls];
  });
}

function isVenueItself(name: string, typeOnly: boolean): boolean {
  return /^Venue$|^handle|^(create|open|new|restore)Venue/.test(name) || (name === '*' && !typeOnly);
}
