// Every rule of the architecture over one repository. Pure, so that a planted breach tests each rule.
import type { Breach } from './breach.ts';
import type { Repository } from './repository.ts';
import { checkCommandsByHand } from './rules/commands-by-hand.ts';
import { checkContractNames } from './rules/contract-names.ts';
import { checkCycles } from './rules/cycles.ts';
import { checkDeclarations } from './rules/declarations.ts';
import { checkFunctionLength } from './rules/function-length.ts';
import { checkGatewayOnly } from './rules/gateway-only.ts';
import { checkImportRights } from './rules/import-rights.ts';
import { checkModuleOrder } from './rules/module-order.ts';
import { checkNames } from './rules/names.ts';
import { checkPurity } from './rules/purity.ts';
import { checkWebLayers } from './rules/web-layers.ts';

/** @returns the breaches in order of file and line; empty if all rules are kept */
export function findBreaches(repository: Repository): readonly Breach[] {
  const breaches = [
    ...repository.unreadable,
    ...checkImportRights(repository),
    ...checkDeclarations(repository),
    ...checkPurity(repository),
    ...checkGatewayOnly(repository),
    ...checkWebLayers(repository),
    ...checkCycles(repository),
    ...checkModuleOrder(repository),
    ...checkFunctionLength(repository),
    ...checkNames(repository),
    ...checkContractNames(repository),
    ...checkCommandsByHand(repository),
  ];
  return breaches.sort((a, b) => compare(a.file, b.file) || a.line - b.line);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
