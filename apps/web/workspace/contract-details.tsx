// The dialog with a contract's details, requested when it opens and when they change. If no answer arrives, it says so (API-2).
import { type ContractDetails, userReads } from '@openpit/wire';
import { useEffect, useId, useState } from 'react';
import { decimalsOf } from '../market/market-text.ts';
import { contractStore } from '../stores/stores.ts';
import { answersChanged } from '../transport/hub/data-sets.ts';
import { getContractDetails } from '../transport/static-data.ts';
import { CloseFooter, Dialog } from '../ui/dialog.tsx';
import { formatDate, formatLots, formatPrice } from '../ui/format.ts';
import styles from './dialogs.module.css';

export interface ContractDetailsDialogProps {
  readonly contract: string;
  readonly instrument: string;
  readonly onClose: () => void;
}

const kinds = { 1: 'Future', 2: 'Option', 3: 'Spread', 4: 'Split', 5: 'Delta' } as const;

export function ContractDetailsDialog({ contract, instrument, onClose }: ContractDetailsDialogProps) {
  const titleId = useId();
  /** Undefined until the answer arrives; null without one. */
  const [details, setDetails] = useState<ContractDetails | null | undefined>(undefined);
  useEffect(() => {
    const stopped = new AbortController();
    const read = async () => {
      const answer = await getContractDetails({ contractName: contract, instrument }, stopped.signal);
      if (!stopped.signal.aborted) setDetails(answer);
    };
    void read();
    const stopFollowing = answersChanged.on((calls) => {
      if (calls.includes(userReads.getContractDetails.path)) void read();
    });
    return () => {
      stopped.abort();
      stopFollowing();
    };
  }, [contract, instrument]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.frame}>
        <h2 id={titleId} className={styles.title}>
          {contract}
        </h2>
        {details === undefined && <p role="status">Asking the exchange…</p>}
        {details === null && (
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
