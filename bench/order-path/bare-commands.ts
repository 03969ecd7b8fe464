// The commands that the server makes of the bodies of orders (packages/market/calls/command-of-body.ts), for measurements without it.
import { asPrice, type Command, epochMs, lots, type SequencedCommand } from '@openpit/venue';
import { type InsertOrderBody, toCents } from '@openpit/wire';

/** The largest batch of the server's sequencer. */
export const maxBatch = 512;

export function insertOf(
  userId: string,
  { requestId, contract, side, qty, price, capacity, principal }: InsertOrderBody,
): SequencedCommand {
  return submitted(userId, requestId, {
    kind: 'insertOrder',
    contract,
    side,
    type: 'Normal',
    lots: lots(qty),
    price: asPrice(toCents(price)),
    capacity,
    principal,
    subAccount: null,
    ref: '',
  });
}

export function deleteOf(
  userId: string,
  { requestId, activeOrderSeq }: { readonly requestId: string; readonly activeOrderSeq: number },
): SequencedCommand {
  return submitted(userId, requestId, { kind: 'deleteActiveOrder', activeOrderSeq });
}

function submitted(userId: string, requestId: string, command: Command): SequencedCommand {
  return { seq: 0, at: epochMs(Date.now()), by: { kind: 'user', userId }, requestId, command };
}
