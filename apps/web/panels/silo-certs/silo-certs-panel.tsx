// The Silo certificates panel (SILO-1): the own certificates, those that are tendered in the market, the locations with what is
// deducted there, and the grades, all filtered by instrument, location and grade. A short tenders from here.
import type { PhysicalGradeRow, SiloOfferRow } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { phoneOfferColumns } from '../silo/phone-offer-columns.ts';
import styles from '../silo/silo.module.css';
import { compareOffers, offerColumns } from '../silo/silo-columns.ts';
import { type SiloData, type SiloNames, siloNames, useSiloData } from '../silo/silo-data.ts';
import type { SiloTabProps } from '../silo/silo-tabs.ts';
import { useNearestFutures } from '../silo/use-nearest-futures.ts';
import { useSiloFilter } from '../silo/use-silo-filter.tsx';
import type { Answer } from '../sources/use-answer.ts';
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
const placeFields = ['instrument', 'location'] as const;

function Locations({ panel, answer, onReload, names, settings, onFilter }: SiloTabProps) {
  const isPhone = panel.device === 'mobile';
  const nearest = useNearestFutures();
  const rows = useMemo(
    () => (answer.status === 'success' ? placeRows(answer.value.locations, names.operator, nearest) : []),
    [answer, names, nearest],
  );
  const { source } = useRowSource(rows, placeKey);
  const { filter, isShown } = useSiloFilter<PlaceRow>({
    fields: placeFields,
    rows,
    value: settings,
    names,
    isPhone,
    onChange: onFilter,
  });
  return (
    <>
      {filter}
      <RowsPanel
        panel={panel}
        label="Silo locations"
        set={{ rows, status: answer.status, source, keyOf: placeKey } as RowSet<PlaceRow>}
        texts={{
          rows: 'locations',
          isOfMarket: true,
          one: 'differential',
          many: 'differentials',
          empty: { title: 'No locations.', detail: 'This exchange delivers nothing by silo certificates.' },
        }}
        message={faultMessage('The locations could not be loaded.', answer, onReload)}
        columns={isPhone ? phonePlacesColumns : placesColumns}
        isShown={isShown}
      />
    </>
  );
}

const gradeKey = ({ instrument, code }: PhysicalGradeRow) => `${instrument} ${code}`;
type ShownGrade = PhysicalGradeRow & { readonly grade: string };
const gradeFields = ['instrument', 'grade'] as const;

function Grades({ panel, answer, onReload, names, settings, onFilter }: SiloTabProps) {
  const isPhone = panel.device === 'mobile';
  const rows = useMemo(
    () =>
      answer.status === 'success'
        ? answer.value.grades.map((grade): ShownGrade => ({ ...grade, grade: grade.code }))
        : [],
    [answer],
  );
  const { source } = useRowSource(rows, gradeKey);
  const { filter, isShown } = useSiloFilter<ShownGrade>({
    fields: gradeFields,
    rows,
    value: settings,
    names,
    isPhone,
    onChange: onFilter,
  });
  return (
    <>
      {filter}
      <RowsPanel
        panel={panel}
        label="Physical grades"
        set={{ rows, status: answer.status, source, keyOf: gradeKey } as RowSet<ShownGrade>}
        texts={{
          rows: 'grades',
          isOfMarket: true,
          one: 'grade',
          many: 'grades',
          empty: { title: 'No grades.', detail: 'This exchange delivers nothing by silo certificates.' },
        }}
        message={faultMessage('The grades could not be loaded.', answer, onReload)}
        columns={isPhone ? phoneGradesColumns : gradesColumns}
        isShown={isShown}
      />
    </>
  );
}

const faultMessage = (
  title: string,
  answer: Answer<SiloData>,
  onReload: () => void,
): GridMessage | undefined =>
  answer.status === 'error'
    ? { kind: 'error', title, detail: answer.fault, action: { label: 'Try again', run: onReload } }
    : undefined;
