// The state and the operations of the form that exercises or abandons a long option: its lots, and sending. The position may change
// meanwhile, so what is held is read live.

import type { MarketRow, PositionRow } from '@openpit/wire';
import { useRef } from 'react';
import { useActionContext } from '../../actions/action.ts';
import type { ExpiryRequest } from '../../actions/dialogs.ts';
import { type ExpiryKind, mayEnd } from '../../actions/option-actions.ts';
import { sendFormCommand } from '../../actions/send.ts';
import { steppedQty } from '../../market/contract-terms.ts';
import { usePhases } from '../../panels/market/use-phases.ts';
import { useStoreRow, useStoreStatus } from '../../panels/sources/use-store.ts';
import { useTypedForm } from '../../stores/kept-work.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { timeAgainst } from './expiry-time.ts';
import { expiryCommandWords, expiryOutcome, readLots } from './expiry-words.ts';
import { useSentForm } from './use-sent-form.ts';

interface ExpiryFields {
  readonly qtyText: string;
}

const kinds = { exercise: 'exerciseOption', abandon: 'abandonOption' } as const;

export function useExpiryForm({ kind, position: opened }: ExpiryRequest, row: MarketRow, draft?: object) {
  const { contract, principal, subAccount } = opened;
  const now = useStoreRow(dataSetStores.positions, opened.positionSeq);
  const isLoaded = useStoreStatus(dataSetStores.positions) === 'success';
  const lastKnown = useRef(opened);
  if (now !== undefined) lastKnown.current = now;
  const position = lastKnown.current;
  const context = useActionContext();
  const { phases } = usePhases();
  const sent = useSentForm<ExpiryFields>(() => ({ qtyText: String(firstLots(kind, opened)) }), draft);
  const { form, edit } = sent;
  const { fields, phase } = form;
  const read = readLots(fields.qtyText, kind, position);
  const lots = 'qty' in read ? read.qty : null;
  const words = lots === null ? null : expiryCommandWords(kind, lots, position);
  useTypedForm(
    'ticket',
    sent.isTyped
      ? { name: words ?? `${kind === 'exercise' ? 'Exercise' : 'Abandon'} ${contract}`, fields }
      : null,
  );
  const closedReason = phase.kind === 'accepted' ? null : reasonAgainstSending();

  function reasonAgainstSending(): string | null {
    if (now === undefined)
      return isLoaded
        ? `${principal} holds no ${contract} any more.`
        : 'The positions are being loaded again.';
    const answer = mayEnd(kind, now, context);
    return answer === true ? timeAgainst(kind, row, phases) : answer.reason;
  }

  async function send(): Promise<void> {
    sent.attempt();
    if (lots === null || words === null || sent.isLocked) return;
    if (phase.kind === 'accepted' || closedReason !== null) return;
    const body = { requestId: form.requestId, contract, qty: lots, principal, subAccount };
    await sent.send({
      words,
      send: (options) =>
        sendFormCommand(kinds[kind], {
          body,
          words,
          accepted: () => expiryOutcome(kind, lots, row, position),
          ...options,
        }),
      ordersOf: () => [],
    });
  }

  const missing = 'error' in read ? read.error : null;
  const errors = sent.shownErrors(missing === null ? {} : { qty: missing });
  return {
    position,
    fields,
    phase,
    lots,
    errors,
    /** What is wrong with the number of lots, as a sentence. */
    missing,
    /** Whether its field says so already. */
    isMissingShown: errors.qty === missing,
    /** The button's sentence; null while the number of lots is wrong. */
    words,
    isLocked: sent.isLocked,
    closedReason,
    edit,
    send,
    leaveQty: () => sent.leave('qty'),
    stepQty: (steps: number) => edit({ qtyText: steppedQty(fields.qtyText, steps, position.net) }),
  };
}

/** Who comes back to an abandonment mostly changes it. */
const firstLots = (
  kind: ExpiryKind,
  { net, abandoned = 0 }: Pick<PositionRow, 'net' | 'abandoned'>,
): number => (kind === 'abandon' && abandoned > 0 ? abandoned : net);
