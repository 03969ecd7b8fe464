// The futures that can be delivered on a day: those that are settled with grain, from the first delivery day to the last notice day.
import type { Contract } from '../contracts/contract.ts';
import { type Day, isoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { listedContract } from '../phases/entry-gate.ts';
import { type Market, settlementDay } from '../reference/market.ts';
import type { SiloContext } from './silo-context.ts';
import { reject } from './silo-rejections.ts';

export const isPhysical = ({ kind, instrument }: Contract): boolean =>
  kind === 'future' && instrument.settlement === 'physical';

/** The first and the last day for tendering certificates for a future. */
const windowOf = (market: Market, contract: Contract): { readonly first: Day; readonly last: Day } => ({
  first: contract.firstDeliveryDay,
  last: settlementDay(market, contract),
});

function isDeliverable(market: Market, contract: Contract): boolean {
  if (!isPhysical(contract)) return false;
  const { first, last } = windowOf(market, contract);
  return first <= market.businessDay && market.businessDay <= last;
}

/** In the order of listing. */
export const deliverableContracts = (market: Market): Contract[] =>
  market.listed.filter((contract) => isDeliverable(market, contract));

/** The contract with this name, or why nothing can be tendered for it today. */
export function deliverableContract(context: SiloContext, name: string): Contract | Rejection {
  const contract = listedContract(context, name);
  if (isRejection(contract)) return contract;
  if (!isPhysical(contract)) return reject('siloContractNotDeliverable', { contract: name });
  if (isDeliverable(context.market, contract)) return contract;
  const { first, last } = windowOf(context.market, contract);
  return reject('siloContractNotDeliverable', { contract: name, from: isoDate(first), to: isoDate(last) });
}
