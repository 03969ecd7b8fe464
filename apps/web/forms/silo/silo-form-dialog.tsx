// The dialog for silo certificates: the form for a tender or a bid, or the details of a certificate with its history.
import type { SiloCertRow } from '@openpit/wire';
import { useCallback, useId } from 'react';
import type { SiloForm } from '../../actions/dialogs.ts';
import { tonsText } from '../../actions/silo-actions.ts';
import { useCallState } from '../../market/answers.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { knownData, siloNames, useSiloData } from '../../market/silo.ts';
import { useDataSet } from '../../market/use-store.ts';
import { getSiloCertHistory } from '../../transport/silo.ts';
import { Button } from '../../ui/button.tsx';
import { CloseFooter, Dialog } from '../../ui/dialog.tsx';
import { dash, formatDate, formatPrice } from '../../ui/format.ts';
import { BidForm } from './bid-form.tsx';
import styles from './silo-form.module.css';
import { TenderForm } from './tender-form.tsx';

interface CertDetailsProps {
  readonly cert: SiloCertRow;
  readonly onClose: () => void;
}

function CertDetails({ cert: opened, onClose }: CertDetailsProps) {
  const id = useId();
  const { rows } = useDataSet('siloCerts');
  const cert = rows.find(({ siloReceiptNo }) => siloReceiptNo === opened.siloReceiptNo) ?? opened;
  const data = knownData(useSiloData()[0]);
  const names = siloNames(data);
  const grade = data?.grades.find(
    ({ code, instrument }) => code === cert.grade && instrument === cert.instrument,
  );
  const { siloReceiptNo } = cert;
  const facts: readonly (readonly [string, string])[] = [
    ['Over', `${tonsText(cert.tons)} ${cert.instrument}`],
    ['Grade', grade === undefined ? cert.grade : `${cert.grade}, ${grade.description}`],
    ['Location', `${names.location(cert.location)} (${cert.location})`],
    ['Origin', names.origin(cert.origin)],
    ['Season', cert.season],
    ['Owner', cert.principal],
    ['Differential', `R ${formatPrice(cert.differential, 2)} per ton`],
    ['Discount', `R ${formatPrice(cert.discount, 2)} per ton`],
    ['Issued', formatDate(cert.issuedOn)],
    ['Storage paid to', formatDate(cert.storagePaidUntil)],
    ['Expires', cert.expiresOn === null ? 'never' : formatDate(cert.expiresOn)],
    ['Lender', cert.lender ?? dash],
  ];
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}title`}>
      <div className={styles.details}>
        <h2 id={`${id}title`}>Silo certificate {siloReceiptNo}</h2>
        <dl className={styles.factList}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby={`${id}history`}>
          <h3 id={`${id}history`}>History</h3>
          {/* Another change is read again. */}
          <Steps key={cert['seq/state']} siloReceiptNo={siloReceiptNo} />
        </section>
        <CloseFooter onClose={onClose} />
      </div>
    </Dialog>
  );
}

function Steps({ siloReceiptNo }: Pick<SiloCertRow, 'siloReceiptNo'>) {
  const read = useCallback(
    (signal: AbortSignal) => getSiloCertHistory(siloReceiptNo, signal),
    [siloReceiptNo],
  );
  const [history, reload] = useCallState(read);
  if (history.status === 'loading') return <p role="status">Loading the history…</p>;
  if (history.status === 'error')
    return (
      <div role="alert">
        <p>The history could not be loaded. {history.fault}</p>
        <Button size="small" onClick={reload}>
          Try again
        </Button>
      </div>
    );
  if (history.value.length === 0) return <p>The history of this certificate is not shown to you.</p>;
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col">Change</th>
          <th scope="col">State</th>
          <th scope="col">Owner</th>
          <th scope="col">Day</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {history.value.toReversed().map((step) => (
          <tr key={step['seq/state']}>
            <td>{step['seq/state'].split('/')[0]}</td>
            <td>{step.state}</td>
            <td>{step.principal ?? 'another member'}</td>
            <td>{formatDate(step.businessDay)}</td>
            <td>{exchangeTime(step.time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SiloFormDialogProps {
  readonly form: SiloForm;
  readonly onClose: () => void;
}

export function SiloFormDialog({ form, onClose }: SiloFormDialogProps) {
  switch (form.kind) {
    case 'bid':
      return <BidForm offer={form.offer} bid={form.bid} onClose={onClose} />;
    case 'tender':
      return <TenderForm form={form} onClose={onClose} />;
    case 'details':
      return <CertDetails cert={form.cert} onClose={onClose} />;
  }
}
