import type { LayoutDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { layoutFileName, layoutFileText, readLayoutFile } from './layout-file.ts';

const dealers: LayoutDocument = {
  name: 'Dealer desk',
  isMobile: false,
  columns: [
    {
      id: 'Futures1',
      component: 'Futures',
      coordinates: { x: 0, y: 0, w: 60, h: 50, z: 150 },
      color: 'teal',
      sortingOrder: [{ id: 'last', desc: true }],
      groupBy: { id: 'instrument', closed: ['instrument:WMAZ'] },
      instrumentSubscriptions: ['WMAZ'],
      tableHeaders: {
        order: ['contract', 'bid'],
        hidden: ['vwap'],
        widths: { bid: 80 },
        pinned: ['contract'],
      },
      style: { density: 'compact' },
      props: { showsFilters: true, showsSales: true, filters: { bid: '>4000' } },
    },
  ],
  spawnPoint: { x: 10, y: 12 },
  locked: true,
};
const file = (change: (layout: Record<string, unknown>) => void) => {
  const json = JSON.parse(layoutFileText(dealers));
  change(json.layout);
  return JSON.stringify(json);
};
const column = (change: Record<string, unknown>) =>
  file((layout) => {
    layout.columns = [{ ...(layout.columns as object[])[0], ...change }];
  });
/** A layout whose first panel is in the frame f1. */
const docked = (dock: object[]) =>
  file((layout) => {
    layout.columns = [{ ...(layout.columns as object[])[0], frame: 'f1' }];
    layout.dock = dock;
  });
const rejection = (text: string) => {
  const read = readLayoutFile(text);
  return read.kind === 'rejected' ? read.reason : 'was taken';
};

describe('a layout as a file', () => {
  it('is read back unchanged, except for new ids of its panels', () => {
    const read = readLayoutFile(layoutFileText(dealers));
    if (read.kind !== 'layout') throw new Error(read.reason);
    const [panel] = read.layout.columns;
    expect(panel?.id).not.toBe('Futures1');
    expect(panel?.id).toMatch(/^Futures[0-9a-f]{16}$/);
    expect({ ...read.layout, columns: [{ ...panel, id: 'Futures1' }] }).toEqual(dealers);
  });

  it('includes the columns of a chain, the text size, the user’s own list and every choice of a panel', () => {
    const coordinates = { x: 0, y: 0, w: 20, h: 40, z: 1 };
    const columns = [
      {
        id: 'Options1',
        component: 'Options',
        coordinates,
        sortingOrder: [{ id: 'call-bid', desc: true }],
        tableHeaders: { hidden: ['put-volume'], widths: { 'call-bidOther': 80 } },
        props: { show: 'greeks', series: 'MAR27 WMAZ 2027-02-19', look: 'list' },
      },
      {
        id: 'Futures1',
        component: 'Futures',
        coordinates,
        style: { lettersPx: 14 },
        props: { list: ['DEC26 WMAZ'], showsList: true },
      },
      { id: 'Deals1', component: 'Deals', coordinates, props: { isConsolidated: true } },
    ];
    const read = readLayoutFile(layoutFileText({ ...dealers, columns }));
    if (read.kind !== 'layout') throw new Error(read.reason);
    expect(read.layout.columns.map(({ id: _id, ...rest }) => rest)).toEqual(
      columns.map(({ id: _id, ...rest }) => rest),
    );
  });

  it('includes docked panels and tabs, and leaves no part of the dock to a panel that it leaves out', () => {
    const coordinates = { x: 50, y: 0, w: 50, h: 100, z: 1 };
    const float = { x: 10, y: 10, w: 20, h: 40 };
    const columns = [
      { id: 'D1', component: 'Depth', coordinates: { ...coordinates, x: 0 }, frame: 'f1', float },
      { id: 'D2', component: 'Deals', coordinates: { ...coordinates, x: 0 }, frame: 'f1', float },
      { id: 'C1', component: 'Clock', coordinates, frame: 'f2', float },
    ];
    const dock: LayoutDocument['dock'] = [
      { kind: 'row', at: 50 },
      { kind: 'frame', frame: 'f1' },
      { kind: 'frame', frame: 'f2' },
    ];
    const read = readLayoutFile(layoutFileText({ ...dealers, columns, dock }));
    if (read.kind !== 'layout') throw new Error(read.reason);
    expect(read.layout.dock).toEqual(dock);
    expect(read.layout.columns.map(({ id: _id, ...rest }) => rest)).toEqual(
      columns.map(({ id: _id, ...rest }) => rest),
    );
    const odd = columns.map((column) =>
      column.id === 'C1' ? { ...column, component: 'WeatherMap' } : column,
    );
    const rest = readLayoutFile(layoutFileText({ ...dealers, columns: odd, dock }));
    expect(rest.kind === 'layout' && rest.layout.dock).toEqual([{ kind: 'frame', frame: 'f1' }]);
  });

  it('leaves out values that a layout file may not contain, so that every written file can be read', () => {
    const odd: LayoutDocument = {
      ...dealers,
      columns: [
        {
          id: 7,
          component: 'Depth',
          coordinates: { x: 0, y: 0, w: 20, h: 40, z: 1 },
          color: 'url(http://elsewhere.example/)',
          widget: 'from a newer version',
          props: { view: 'price', ladder: true },
        },
        { id: 'W1', component: 'WeatherMap', coordinates: { x: 0, y: 0, w: 20, h: 40, z: 1 } },
      ],
    };
    const text = layoutFileText(odd);
    expect(text).not.toContain('elsewhere');
    const read = readLayoutFile(text);
    expect(read.kind).toBe('layout');
    expect(read.kind === 'layout' && read.layout.columns[0]?.props).toEqual({ view: 'price' });
    expect(read.kind === 'layout' && read.layout.columns.map(({ component }) => component)).toEqual([
      'Depth',
    ]);
  });

  it.each<[what: string, text: string, reason: string]>([
    ['no JSON', 'Dear colleague', 'The file is not a layout: it is not JSON.'],
    ['another file', '{"name":"x"}', 'format: This is not a layout of Openpit.'],
    [
      'a later version',
      layoutFileText(dealers).replace('"version": 1', '"version": 2'),
      'version: This version reads layout files of version 1 only.',
    ],
    [
      'a panel that is none',
      column({ component: 'script' }),
      'layout.columns[0].component: There is no panel of this name.',
    ],
    [
      'a field that is none',
      column({ onclick: 'alert(1)' }),
      'layout.columns[0].onclick: A layout has no field of this name.',
    ],
    [
      'a colour that is an address',
      column({ color: 'url(http://elsewhere.example/)' }),
      'layout.columns[0].color: A colour is one of blue, teal, green, amber, red, violet.',
    ],
    [
      'a style that is none of ours',
      column({ style: { backgroundImage: 'url(http://elsewhere.example/)' } }),
      'layout.columns[0].style.backgroundImage: A layout has no field of this name.',
    ],
    [
      'a prop that is none of ours',
      column({ props: { dangerouslySetInnerHTML: { __html: '<b>' } } }),
      'layout.columns[0].props.dangerouslySetInnerHTML: A layout has no field of this name.',
    ],
    [
      'a name with control characters',
      file((layout) => {
        layout.name = 'a\u0007';
      }),
      'layout.name: This text has a character that cannot be shown.',
    ],
    [
      'a dock with a share that is none',
      docked([{ kind: 'row', at: 101 }, { kind: 'frame', frame: 'f1' }, { kind: 'free' }]),
      'layout.dock[0].at: A share is a percentage from 0 to 100.',
    ],
    [
      'a dock with a panel that is none',
      docked([{ kind: 'row', at: 50 }, { kind: 'free' }, { kind: 'frame', frame: 'f7' }]),
      'layout.dock[2].frame: No panel is in this frame, or it is docked twice.',
    ],
    [
      'a dock that ends too early',
      docked([
        { kind: 'row', at: 50 },
        { kind: 'frame', frame: 'f1' },
      ]),
      'layout.dock: Each division needs two parts, and a dock has no further parts.',
    ],
    [
      'a part of a dock that is none',
      docked([{ kind: 'window' }]),
      'layout.dock[0].kind: A part is a row, a column, a frame, or free.',
    ],
    [
      'no name',
      file((layout) => {
        layout.name = '';
      }),
      'layout.name: A layout needs a name.',
    ],
  ])('is rejected with the path: %s', (_what, text, reason) => {
    expect(rejection(text)).toBe(reason);
  });

  it('is rejected if it is larger than 256 KiB, regardless of its contents', () => {
    expect(rejection(`${layoutFileText(dealers)}${' '.repeat(256 * 1024)}`)).toBe(
      'The file is too large: a layout has at most 256 KiB.',
    );
  });

  it('is named after its layout, in characters that every system accepts', () => {
    expect(layoutFileName('Dealer désk: July!')).toBe('dealer-desk-july.openpit-layout.json');
    expect(layoutFileName('白')).toBe('layout.openpit-layout.json');
  });
});
