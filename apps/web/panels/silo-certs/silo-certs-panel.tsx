// The Silo certificates panel (SILO-1): the own certificates, those that are tendered in the market, the locations with what is
// deducted there, and the grades, all filtered by instrument, location and grade. A short tenders from here.
import type { PhysicalGradeRow, SiloOfferRow } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { RowsPanel, type RowsPanelProps } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { phoneOfferColumns } from '../silo/phone-offer-columns.ts';
import styles from '../silo/silo.module.css';
import { compareOffers, offerColumns } from '../silo/silo-columns.ts';
import { type SiloNames, siloNames, useSiloData } from '../silo/silo-data.ts';
import type { SiloFiltered, SiloFilterField } from '../silo/silo-filter.tsx';
import type { SiloTabProps } from '../silo/silo-tabs.ts';
import { useNearestFutures } from '../silo/use-nearest-futures.ts';
import { useSiloFilter } from '../silo/use-silo-filter.tsx';
import { type RowSet, useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { OwnCerts } from './own-certs.tsx';
import {
  gradesColumns,
  type PlaceRow,
  phoneGradesColumns,
  phonePlacesColumns,
  placeRows,
  placesColumns,
} from './places-columns.ts';
import { type SiloCertsTab, siloCertsSettings, siloCertsTabs } from './silo-certs-settings.ts';

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

const tenderedColumns = (names: SiloNames) =>
  byImportance(offerColumns<SiloOfferRow>(names), [
    'contract',
    'spotPrice',
    'location',
    'tons',
    'grade',
    'state',
    'bestPremium',
    'siloCertSeq',
    'bids',
    'differential',
    'discount',
  ]);

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
  const columns = useMemo(
    () => (isPhone ? phoneOfferColumns<SiloOfferRow>(names) : tenderedColumns(names)),
    [isPhone, names],
  );
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
      columns={props.panel.device === 'mobile' ? phonePlacesColumns : placesColumns}
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
      columns={props.panel.device === 'mobile' ? phoneGradesColumns : gradesColumns}
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
            detail: 'This exchange delivers nothing by silo certificates.',
          },
        }}
        message={fault}
        columns={columns}
        isShown={isShown}
      />
    </>
  );
}
