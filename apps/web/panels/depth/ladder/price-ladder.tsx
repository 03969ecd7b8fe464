// The price ladder: a fixed price axis with the book and own orders on it (PANEL-17), and one-click dealing while it is armed. It is a
// mode of the Depth panel, loaded when it is first shown.
import type { MarketRow } from '@openpit/wire';
import { useId, useState } from 'react';
import { may, useActionContext, useFeedState } from '../../../actions/action.ts';
import { entryPermission } from '../../../actions/order-entry.ts';
import { readQty } from '../../../market/contract-terms.ts';
import { showToast } from '../../../notices/toasts.ts';
import { usePreferences } from '../../../stores/session.ts';
import { usePanelLook } from '../../../ui/panel-look.ts';
import { usePhases } from '../../market/use-phases.ts';
import type { IdleSeconds } from '../depth-settings.ts';
import { clickWords } from './arm-bar.tsx';
import { phaseOf, reasonAgainstArming } from './arming.ts';
import { LadderOfContract } from './ladder-of-contract.tsx';
import { useArming } from './use-arming.ts';

export interface PriceLadderProps {
  readonly row: MarketRow;
  /** After how many seconds without use it disarms. */
  readonly idleSeconds: IdleSeconds;
  readonly onIdleSeconds: (seconds: IdleSeconds) => void;
}

export function PriceLadder({ row, idleSeconds, onIdleSeconds }: PriceLadderProps) {
  const { contract } = row;
  const { defaultOrderQuantity, maxOrderQuantity } = usePreferences(
    (preferences) => preferences.document.defaults,
  );
  const [lotsText, setLotsText] = useState(() => String(Math.min(defaultOrderQuantity, maxOrderQuantity)));
  const read = readQty(lotsText, maxOrderQuantity);
  const lots = 'error' in read ? null : read.qty;
  const lotsError = 'error' in read ? read.error : null;
  const wordsId = useId();
  const context = useActionContext();
  const { phases } = usePhases();
  const isFrozen = usePanelLook().frozenAt !== null;
  const isLive = useFeedState() === 'live';
  const answer = may(entryPermission, context.flags);
  const around = {
    contract,
    phase: phaseOf(row, phases),
    isFrozen,
    denied: answer === true ? null : answer.reason,
  };
  const [arming, state] = useArming({ ...around, idleMs: idleSeconds * 1_000 });

  const toggle = () => {
    if (arming.isArmed()) {
      arming.disarm('user');
      return;
    }
    const reason = lotsError ?? arming.arm();
    if (reason !== null) showToast({ type: 'warning', message: reason });
  };
  return (
    <>
      <LadderOfContract
        key={contract}
        row={row}
        context={context}
        bar={{
          arming,
          state,
          against: reasonAgainstArming({ ...around, layout: '', isLive }) ?? lotsError,
          lotsText,
          lotsError,
          lots,
          maxLots: maxOrderQuantity,
          wordsId,
          idleSeconds,
          onToggle: toggle,
          onLots: setLotsText,
          onIdleSeconds,
        }}
      />
      {/* Outlives the ladder of one contract, so that a change of contract is announced, too. */}
      <span role="status" className="visually-hidden">
        {clickWords({ state, lots, lotsError })}
      </span>
    </>
  );
}
