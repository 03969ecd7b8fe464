// The own certificates (SILO-1): each with what a ton of it is worth, its history, and the way into a delivery.
import { useMemo } from 'react';
import { useActionContext } from '../../actions/action.ts';
import {
  certActions,
  openTenderForm,
  runItemAction,
  showCertHistory,
  tonsText,
  withdrawTender,
} from '../../actions/silo-actions.ts';
import { entryOfKey } from '../../ui/keys.ts';
import { ActionButtons, actionItems } from '../rows/action-buttons.tsx';
import { RowsPanel } from '../rows/rows-panel.tsx';
import styles from '../silo/silo.module.css';
import type { SiloTabProps } from '../silo/silo-tabs.ts';
import { effectivePrice } from '../silo/silo-values.ts';
import { useCertificatesMessage } from '../silo/use-certificates-message.ts';
import { useNearestFutures } from '../silo/use-nearest-futures.ts';
import { useSiloFilter } from '../silo/use-silo-filter.tsx';
import { useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { certKeys } from './cert-keys.ts';
import { certsColumns, compareCerts, phoneCertsColumns, type ShownCert } from './certs-columns.ts';

const fields = ['instrument', 'location', 'grade'] as const;
/** A tap on the row offers all of them. */
const phoneActions = [openTenderForm, withdrawTender];
const keyOf = ({ siloReceiptNo }: ShownCert) => siloReceiptNo;
const isThere = ({ state }: ShownCert) => state !== 'Cancelled' && state !== 'Expired';

export function OwnCerts({ panel, names, settings, onFilter, footer }: SiloTabProps) {
  const isPhone = panel.device === 'mobile';
  const context = useActionContext();
  const certs = useDataSet('siloCerts');
  const { rows: deliveries } = useDataSet('siloAuctions');
  const nearest = useNearestFutures();
  const rows = useMemo(
    () =>
      certs.rows.map((cert): ShownCert => {
        const pricedBy = nearest.get(cert.instrument) ?? null;
        return { ...cert, pricedBy, effective: effectivePrice(pricedBy?.mtm ?? null, cert) };
      }),
    [certs.rows, nearest],
  );
  const { source } = useRowSource(rows, keyOf);
  const { filter, isShown } = useSiloFilter({
    fields,
    rows,
    value: settings,
    names,
    isPhone,
    onChange: onFilter,
  });
  const columns = useMemo(() => {
    const make = isPhone ? phoneCertsColumns : certsColumns;
    return make({
      names,
      renderActions: (cert) => (
        <ActionButtons
          actions={isPhone ? phoneActions : certActions}
          target={{ cert, deliveries }}
          context={context}
          isOnPhone={isPhone}
          nameOf={(label) => `${label}: certificate ${cert.siloReceiptNo}`}
        />
      ),
    });
  }, [context, deliveries, isPhone, names]);
  const message = useCertificatesMessage('Certificates are not shown to you.');
  return (
    <>
      {message === undefined && filter}
      <RowsPanel
        panel={panel}
        label="Own silo certificates"
        set={{ rows, status: certs.status, source, keyOf }}
        texts={{
          rows: 'silo certificates',
          one: 'certificate',
          many: 'certificates',
          empty: {
            title: rows.length === 0 ? 'No silo certificates.' : 'No certificate fits the filter.',
            detail:
              rows.length === 0
                ? 'The operator issues certificates to your member and its clients; a delivery brings others.'
                : 'Choose “Show all” to see the others.',
          },
        }}
        message={message}
        columns={columns}
        phoneLines={styles.phoneLines}
        compare={compareCerts}
        isShown={isShown}
        menu={{
          labelOf: ({ siloReceiptNo }) => `Certificate ${siloReceiptNo}`,
          itemsOf: ({ row }) => actionItems(certActions, { cert: row, deliveries }, context),
        }}
        onDoubleClick={({ row }) => void runItemAction(showCertHistory, { cert: row, deliveries }, context)}
        onKey={(key, { row }) => {
          const id = entryOfKey(certKeys, key);
          const action = certActions.find((one) => one.id === id);
          if (action !== undefined) void runItemAction(action, { cert: row, deliveries }, context);
          return action !== undefined;
        }}
        footerOf={(shown) => (
          <>
            {shown.length > 0 && <span>{tonsText(tonsOf(shown.filter(isThere)))}</span>}
            {footer}
          </>
        )}
      />
    </>
  );
}

const tonsOf = (certs: readonly ShownCert[]): number => certs.reduce((sum, { tons }) => sum + tons, 0);
