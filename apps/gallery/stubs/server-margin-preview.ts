// The gallery's margins: a contract needs R 21,000. `&margin=limit|rejected|fault|never` in the address shows the other answers.
import type { Abandonment, PresentMargin, PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';
import { dataSetStores } from '../../web/stores/stores.ts';

const perContract = 21_000;

export async function previewMargin({
  side,
  qty,
}: PreviewMarginBody): Promise<CallResult<PreviewMarginReply>> {
  const state = new URLSearchParams(location.search).get('margin');
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') {
    const message = 'The server did not answer.';
    return { kind: 'unknown', message, errorText: message };
  }
  if (state === 'rejected') {
    const message = 'Trading in WMAZ is halted: Reference price under review.';
    return { kind: 'rejected', status: 422, code: 'example', message, errorText: message };
  }
  const held = 23;
  const after = Math.abs(held + (side === 'B' ? qty : -qty)) * perContract;
  return {
    kind: 'ok',
    value: {
      before: held * perContract,
      after,
      withOpenOrders: after + 6 * perContract,
      limit: state === 'limit' ? 600_000 : null,
    },
  };
}

/** A tenth more than was deposited. */
export async function getPresentMargins(): Promise<CallResult<readonly PresentMargin[]>> {
  const { positions } = dataSetStores;
  const rows = positions.keys().flatMap((key) => positions.get(key) ?? []);
  const sums = new Map<string, PresentMargin>();
  for (const { principal, instrument, margin } of rows) {
    const account = `${principal} ${instrument}`;
    const before = sums.get(account)?.margin ?? 0;
    sums.set(account, { principal, instrument, margin: before + Math.round(margin * 110) / 100 });
  }
  return { kind: 'ok', value: [...sums.values()] };
}

export async function getAbandonments(): Promise<CallResult<readonly Abandonment[]>> {
  return { kind: 'ok', value: [] };
}
