// The operator's actions about the MTM: valuations, corrections, and the approval.
import { asPrice, type Command, type EventOf } from '@openpit/venue';
import { type ActingOperator, submit } from './operator-parts.ts';
import type { RequestOf } from './operator-requests.ts';

export interface ValuationReply {
  readonly run: number;
  /** Whether it can be approved. */
  readonly isFinal: boolean;
  readonly contracts: number;
  readonly accounts: number;
}

export const valueMarket = (operator: ActingOperator): Promise<ValuationReply> =>
  value(operator, { kind: 'valueMarket' });

export const correctMtm = (
  operator: ActingOperator,
  { contract, mtm, reason }: RequestOf<'correct-mtm'>,
): Promise<ValuationReply> =>
  value(operator, { kind: 'correctMtm', contract, mtm: asPrice(Math.round(mtm * 100)), reason });

async function value(operator: ActingOperator, command: Command): Promise<ValuationReply> {
  const { events } = await submit(operator, command);
  const valued = events.find((event): event is EventOf<'marketValued'> => event.kind === 'marketValued');
  if (valued === undefined) throw new Error('A valuation was accepted, but nothing was valued.');
  const { run, isFinal, marks, accounts } = valued;
  return { run, isFinal, contracts: marks.length, accounts: accounts.length };
}
