// The parts of ui/ on one page: buttons, choices, fields, icons, and a grid in each state.
import { useState } from 'react';
import { Button, IconButton } from '../web/ui/button.tsx';
import { NumberField } from '../web/ui/fields.tsx';
import * as icons from '../web/ui/icons.tsx';
import type { GridColumn, GridMessage, GridSource } from '../web/ui/live-grid/grid-column.ts';
import { LiveGrid } from '../web/ui/live-grid/live-grid.tsx';
import { Unframed } from '../web/ui/panel-frame.tsx';
import { SegmentedControl } from '../web/ui/segmented-control.tsx';
import { overlaysId, TipLayer } from '../web/ui/tip-layer.tsx';
import { ThemeSwitch } from '../web/workspace/top-bar.tsx';
import styles from './parts-page.module.css';

interface Fruit {
  readonly id: number;
  readonly name: string;
  readonly kilos: number;
}
const fruits: readonly Fruit[] = ['Apple', 'Pear', 'Quince', 'Fig', 'Plum', 'Medlar'].map((name, id) => ({
  id,
  name,
  kilos: ((id * 37) % 11) * 12.5,
}));
const source: GridSource<Fruit, number> = { get: (id) => fruits[id], onRow: () => () => undefined };
const columns: readonly GridColumn<Fruit>[] = [
  {
    id: 'name',
    title: 'Fruit',
    width: 90,
    align: 'left',
    text: (row) => row.name,
    sortValue: (row) => row.name,
  },
  {
    id: 'kilos',
    title: 'Kilos',
    width: 80,
    align: 'right',
    text: (row) => row.kilos.toFixed(1),
    sortValue: (row) => row.kilos,
  },
];
const messages: readonly GridMessage[] = [
  { kind: 'empty', title: 'No fruit yet.', detail: 'Pick some and it shows here.' },
  { kind: 'loading', title: 'Loading the fruit…' },
  {
    kind: 'error',
    title: 'The fruit could not be loaded.',
    detail: 'The orchard did not answer.',
    action: { label: 'Try again', run: () => undefined },
  },
  { kind: 'notPermitted', title: 'You may not see the fruit.', detail: 'Ask the gardener for seeFruit.' },
];

export function PartsPage() {
  const [side, setSide] = useState<'B' | 'S'>('B');
  const [tab, setTab] = useState<'All' | 'Active'>('All');
  const [text, setText] = useState('4,035.20');
  return (
    <>
      <main className={styles.page}>
        <h1 className={styles.heading}>
          Parts <ThemeSwitch />
        </h1>
        <section className={styles.row} aria-label="Buttons">
          <Button variant="primary">Primary</Button>
          <Button>Outlined</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="buy">Buy 10 DEC26 WMAZ</Button>
          <Button variant="sell">Sell 10 DEC26 WMAZ</Button>
          <Button size="small">Small</Button>
          <Button disabledReason="No permission: ask your operator.">Disabled</Button>
          <Button variant="buy" disabledReason="Prices are old.">
            Disabled buy
          </Button>
        </section>
        <section className={styles.row} aria-label="Choices">
          <SegmentedControl
            label="Side"
            value={side}
            onChange={setSide}
            segments={[
              { value: 'B', label: 'Buy', tone: 'buy' },
              { value: 'S', label: 'Sell', tone: 'sell' },
            ]}
          />
          <SegmentedControl
            label="Orders"
            look="tabs"
            value={tab}
            onChange={setTab}
            segments={[
              { value: 'All', label: 'All', count: 6 },
              { value: 'Active', label: 'Active', count: 4 },
            ]}
          />
          <div className={styles.field}>
            <NumberField
              label="Price"
              unit="R/t"
              text={text}
              onText={setText}
              onStep={() => undefined}
              stepText="0.20"
            />
          </div>
          <div className={styles.field}>
            <NumberField
              label="Price with a fault"
              unit="R/t"
              text="4 035,3"
              onText={() => undefined}
              onStep={() => undefined}
              stepText="0.20"
              error="The price must be a multiple of 0.20."
            />
          </div>
        </section>
        <section className={styles.row} aria-label="Icons">
          {Object.entries(icons).map(([name, Icon]) => (
            <IconButton key={name} label={name.replace('Icon', '')} icon={<Icon />} />
          ))}
        </section>
        <section className={styles.grids} aria-label="Grids">
          <Unframed>
            <div className={styles.grid}>
              <LiveGrid
                label="Fruit"
                source={source}
                rowKeys={fruits.map((fruit) => fruit.id)}
                keyOf={(row) => row.id}
                columns={columns}
              />
            </div>
            <div className={styles.grid}>
              <LiveGrid
                label="Old fruit"
                isStale
                source={source}
                rowKeys={fruits.map((fruit) => fruit.id)}
                keyOf={(row) => row.id}
                columns={columns}
              />
            </div>
            {messages.map((message) => (
              <div key={message.kind} className={styles.grid}>
                <LiveGrid
                  label={message.title}
                  source={source}
                  rowKeys={[]}
                  keyOf={(row) => row.id}
                  columns={columns}
                  message={message}
                />
              </div>
            ))}
          </Unframed>
        </section>
      </main>
      <div id={overlaysId} role="region" aria-label="Menus and tips">
        <TipLayer />
      </div>
    </>
  );
}
