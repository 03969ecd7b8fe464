// The Silo certificates panel (SILO-1): the user's certificates, certificates that are tendered in the market, the locations with their
// deductions, and the grades, all filtered by instrument, location and grade. A short tenders from here.
import type { PhysicalGradeRow, SiloOfferRow } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import {
  certActions,
  openTenderForm,
  showCertHistory,
  tonsText,
  withdrawTender,
} from '../../actions/silo-actions.ts';
import type { CallState } from '../../market/answers.ts';
import {
  effectivePrice,
  type SiloData,
  type SiloNames,
  siloNames,
  useNearestFutures,
  useSiloData,
} from '../../market/silo.ts';
import { type RowSet, useDataSet } from '../../market/use-store.ts';
import { Button } from '../../ui/button.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { useAccountsMessage } from '../parts/rows/messages.ts';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import { RowsPanel, type RowsPanelProps } from '../parts/rows/rows-panel.tsx';
import { compareOffers, offerColumns } from '../parts/silo/columns.ts';
import {
  type SiloFiltered,
  type SiloFilterField,
  type SiloFilterValue,
  useSiloFilter,
} from '../parts/silo/filter.tsx';
import styles from '../parts/silo/silo.module.css';
import {
  certsColumns,
  compareCerts,
  gradesColumns,
  type PlaceRow,
  placeRows,
  placesColumns,
  type ShownCert,
} from './columns.ts';
import { type SiloCertsTab, siloCertsSettings, siloCertsTabs } from './definition.tsx';

const fields = ['instrument', 'location', 'grade'] as const;
/** A tap on the row offers all of them. */
const phoneActions = [openTenderForm, withdrawTender];
const keyOf = ({ siloReceiptNo }: ShownCert) => siloReceiptNo;
const isThere = ({ state }: ShownCert) => state !== 'Cancelled' && state !== 'Expired';

interface SiloTabProps {
  readonly panel: PanelProps;
  readonly names: SiloNames;
  readonly answer: CallState<SiloData>;
  readonly onReload: () => void;
  readonly settings: SiloFilterValue;
  readonly onFilter: (change: SiloFilterValue) => void;
  /** The footer's text while names could not be loaded. */
  readonly footer: ReactNode;
}

/** The user's certificates, each with the value of a ton, its history, and the way into a delivery. */
function OwnCerts({ panel, names, settings, onFilter, footer }: SiloTabProps) {
  const isPhone = panel.device === 'mobile';
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
  const columns = useMemo(() => certsColumns(names), [names]);
  const actions = useMemo(
    () =>
      rowActions({
        list: certActions,
        one: 'certificate',
        targetOf: ([cert]: SomeRows<ShownCert>) => ({ cert, deliveries }),
        doubleClick: [showCertHistory],
        buttons: {
          width: 84,
          rank: 5,
          nameOf: (label, cert) => `${label}: certificate ${cert.siloReceiptNo}`,
          onPhone: phoneActions,
        },
      }),
    [deliveries],
  );
  const message = useAccountsMessage('Certificates are not shown to you.');
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
        menu={{ labelOf: ({ siloReceiptNo }) => `Certificate ${siloReceiptNo}` }}
        rowActions={actions}
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

const segments = siloCertsTabs.map((value) => ({ value, label: value }));

const tabs: Readonly<Record<SiloCertsTab, (props: SiloTabProps) => ReactNode>> = {
  Own: OwnCerts,
  Tendered: TenderedCerts,
  Locations,
  Grades,
};

export function SiloCertsPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(siloCertsSettings, props);
  const { tab = 'Own' } = settings;
  const [answer, onReload] = useSiloData();
  const names = useMemo(() => siloNames(answer.status === 'success' ? answer.value : null), [answer]);
  const Tab = tabs[tab];
  return (
    <>
      <SegmentedControl<SiloCertsTab>
        label="What is shown"
        look="tabs"
        value={tab}
        onChange={(next) => change({ tab: next })}
        segments={segments}
        className={props.device === 'mobile' ? styles.phoneTabs : styles.tabs}
      />
      <Tab
        key={tab}
        panel={props}
        answer={answer}
        onReload={onReload}
        names={names}
        settings={settings}
        onFilter={change}
        footer={
          answer.status === 'error' && (
            <>
              <span>codes only: names could not be loaded</span>
              <Button size="small" variant="quiet" onClick={onReload}>
                Load names
              </Button>
            </>
          )
        }
      />
    </>
  );
}

const allFields = ['instrument', 'location', 'grade'] as const;

const tenderedRanks = {
  ...{ siloCertSeq: 0, location: 0, spotPrice: 1, tons: 2, grade: 3, state: 4, bestPremium: 5 },
  ...{ contract: 6, bids: 8, differential: 9, discount: 10 },
};

function TenderedCerts({ panel, names, settings, onFilter, footer }: SiloTabProps) {
  const isPhone = panel.device === 'mobile';
  const offers = useDataSet('siloOffers');
  const { filter, isShown } = useSiloFilter<SiloOfferRow>({
    fields: allFields,
    rows: offers.rows,
    value: settings,
    names,
    isPhone,
    onChange: onFilter,
  });
  const columns = useMemo(() => offerColumns<SiloOfferRow>(names, tenderedRanks), [names]);
  return (
    <>
      {filter}
      <RowsPanel
        panel={panel}
        label="Tendered silo certificates"
        set={offers}
        texts={{
          rows: 'tendered certificates',
          isOfMarket: true,
          one: 'lot',
          many: 'lots',
          empty: {
            title: 'No certificate is tendered.',
            detail: 'On delivery days shorts tender certificates. The seller is not named.',
          },
        }}
        columns={columns}
        compare={compareOffers}
        isShown={isShown}
        footerOf={() => footer}
      />
    </>
  );
}

const placeKey = ({ place }: PlaceRow) => place;

function Locations(props: SiloTabProps) {
  const { answer, names } = props;
  const nearest = useNearestFutures();
  const rows = useMemo(
    () => (answer.status === 'success' ? placeRows(answer.value.locations, names.operator, nearest) : []),
    [answer, names, nearest],
  );
  return (
    <DataRows
      {...props}
      label="Silo locations"
      fields={placeFields}
      rows={rows}
      keyOf={placeKey}
      words={placeWords}
      columns={placesColumns}
    />
  );
}

const placeFields = ['instrument', 'location'] as const;
const placeWords = { rows: 'locations', one: 'differential', many: 'differentials' };

const gradeKey = ({ instrument, code }: PhysicalGradeRow) => `${instrument} ${code}`;
type ShownGrade = PhysicalGradeRow & { readonly grade: string };

function Grades(props: SiloTabProps) {
  const { answer } = props;
  const rows = useMemo(
    () =>
      answer.status === 'success'
        ? answer.value.grades.map((grade): ShownGrade => ({ ...grade, grade: grade.code }))
        : [],
    [answer],
  );
  return (
    <DataRows
      {...props}
      label="Physical grades"
      fields={gradeFields}
      rows={rows}
      keyOf={gradeKey}
      words={gradeWords}
      columns={gradesColumns}
    />
  );
}

const gradeFields = ['instrument', 'grade'] as const;
const gradeWords = { rows: 'grades', one: 'grade', many: 'grades' };

interface DataRowsProps<Row extends object>
  extends SiloTabProps,
    Pick<RowsPanelProps<Row>, 'label' | 'columns'> {
  readonly fields: readonly SiloFilterField[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly words: { readonly rows: string; readonly one: string; readonly many: string };
}

/** Rows of the data on silos, which no hub sends. */
function DataRows<Row extends SiloFiltered>(props: DataRowsProps<Row>) {
  const { panel, answer, onReload, names, settings, onFilter, label, fields, rows, keyOf, words, columns } =
    props;
  const { source } = useRowSource(rows, keyOf);
  const { filter, isShown } = useSiloFilter<Row>({
    fields,
    rows,
    value: settings,
    names,
    isPhone: panel.device === 'mobile',
    onChange: onFilter,
  });
  const fault: GridMessage | undefined =
    answer.status === 'error'
      ? {
          kind: 'error',
          title: `The ${words.rows} could not be loaded.`,
          detail: answer.fault,
          action: { label: 'Try again', run: onReload },
        }
      : undefined;
  return (
    <>
      {filter}
      <RowsPanel<Row>
        panel={panel}
        label={label}
        set={{ rows, status: answer.status, source, keyOf } as RowSet<Row>}
        texts={{
          ...words,
          isOfMarket: true,
          empty: {
            title: `No ${words.rows}.`,
            detail: 'This exchange has no delivery by silo certificates.',
          },
        }}
        message={fault}
        columns={columns}
        isShown={isShown}
      />
    </>
  );
}
