// The dialog with a contract's details, requested when it opens and when they change. If no answer arrives, it says so (API-2).
import { type ContractDetails, userReads } from '@openpit/wire';
import { useCallback, useId } from 'react';
import { useCallState } from '../market/answers.ts';
import { decimalsOf } from '../market/market-text.ts';
import { contractStore } from '../stores/stores.ts';
import type { CallResult } from '../transport/calls.ts';
import { getContractDetails } from '../transport/static-data.ts';
import { CloseFooter, Dialog } from '../ui/dialog.tsx';
import { formatDate, formatLots, formatPrice } from '../ui/format.ts';
import styles from './dialogs.module.css';

interface ContractDetailsDialogProps {
  readonly contract: string;
  readonly instrument: string;
  readonly onClose: () => void;
}

const kinds = { 1: 'Future', 2: 'Option', 3: 'Spread', 4: 'Split', 5: 'Delta' } as const;

const announced = { call: userReads.getContractDetails.path };

export function ContractDetailsDialog({ contract, instrument, onClose }: ContractDetailsDialogProps) {
  const titleId = useId();
  const [answer] = useCallState(
    useCallback(
      async (signal: AbortSignal): Promise<CallResult<ContractDetails | null>> => ({
        kind: 'ok',
        value: await getContractDetails({ contractName: contract, instrument }, signal),
      }),
      [contract, instrument],
    ),
    announced,
  );
  const details = answer.status === 'success' ? answer.value : null;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.frame}>
        <h2 id={titleId} className={styles.title}>
          {contract}
        </h2>
        {answer.status === 'loading' && <p role="status">Asking the exchange…</p>}
        {details === null && answer.status !== 'loading' && (
          <p role="alert">The exchange gives no details of {contract} now. Try again later.</p>
        )}
        {details && (
          <dl className={styles.lines}>
            {linesOf(details).map(([name, value]) => (
              <div key={name} className={styles.line}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <CloseFooter onClose={onClose} />
      </div>
    </Dialog>
  );
}

function linesOf(details: ContractDetails): readonly (readonly [string, string])[] {
  const { instrument, flag, strike, CONTRACT_TYPE, limitLow, limitHigh } = details;
  const decimals = decimalsOf(instrument);
  const price = (value: number | null) => formatPrice(value, decimals);
  const isOption = flag !== 'F';
  return [
    ['Kind', isOption ? `${kinds[CONTRACT_TYPE]}, ${flag === 'C' ? 'call' : 'put'}` : kinds[CONTRACT_TYPE]],
    ['Instrument', instrument],
    ['System code', contractStore.get(details.contract)?.systemCode ?? '–'],
    ['Contract size', `${formatLots(details.contractSize)} t`],
    ['Tick', `${price(details.tick)} R/t`],
    ...(isOption ? ([['Strike', `${price(strike)} R/t`]] as const) : []),
    ['Last trading day', formatDate(details.lastTradingDay)],
    ['Expiry', formatDate(details.expiry)],
    [
      'Daily limits',
      limitLow === null && limitHigh === null ? 'none' : `${price(limitLow)} to ${price(limitHigh)} R/t`,
    ],
    ['Initial margin', `R ${formatPrice(details.im, 2)} per contract`],
  ];
}
