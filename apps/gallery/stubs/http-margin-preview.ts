// The gallery's margins: a contract needs R 21,000. `&margin=limit|rejected|fault|never` in the address shows the other answers.
import type { PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import type { CallResult } from '../../web/http/call-result.ts';

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
