// The operator's actions about the MTM: valuations, corrections, and the approval.
import { asPrice, type Command, type EventOf } from '@openpit/venue';
import { type ActingOperator, OperatorRejection, submit } from './operator-parts.ts';
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

/** A price this many times the last MTM, or below that fraction of it, is asked about. */
const unusualFactor = 4;

/** A price far from the last MTM is corrected only when it is confirmed. Throws OperatorRejection. */
export async function correctMtm(
  operator: ActingOperator,
  { contract, mtm, reason, confirm = false }: RequestOf<'correct-mtm'>,
): Promise<ValuationReply> {
  const last = operator.view.directory.contract(contract)?.mtm;
  const now = last === undefined ? mtm : last / 100;
  if (!confirm && (mtm * unusualFactor < now || mtm > now * unusualFactor))
    throw new OperatorRejection(
      `The MTM of ${contract} is ${now.toFixed(2)}, and ${mtm.toFixed(2)} is far from it. If that is its final settlement price, give the same command with --confirm.`,
    );
  return value(operator, { kind: 'correctMtm', contract, mtm: asPrice(Math.round(mtm * 100)), reason });
}

async function value(operator: ActingOperator, command: Command): Promise<ValuationReply> {
  const { events } = await submit(operator, command);
  const valued = events.find((event): event is EventOf<'marketValued'> => event.kind === 'marketValued');
  if (valued === undefined) throw new Error('A valuation was accepted, but nothing was valued.');
  const { run, isFinal, marks, accounts } = valued;
  return { run, isFinal, contracts: marks.length, accounts: accounts.length };
}
