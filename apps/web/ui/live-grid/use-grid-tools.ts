// The tools of a grid for the menu of its panel: columns, grouping, filters, totals, clipboard and files. The
// code for files is loaded when it is first used.
import { useEffect } from 'react';
import { clipboardSentences, copyText, saveFile } from '../clipboard.ts';
import { countText } from '../format.ts';
import { type GridTools, usePanelLook } from '../panel-frame.tsx';
import type { GridCells } from './grid-cells.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridView } from './grid-rows.ts';

export interface ToolResult {
  readonly text: string;
  readonly isFault: boolean;
}

interface GridToolsOptions<Row> {
  readonly label: string;
  readonly view: GridView;
  readonly change: (part: Partial<GridView>) => void;
  readonly columns: readonly GridColumn<Row>[];
  /** The columns that files and the clipboard contain, including those that do not fit in the panel. */
  readonly chosen: readonly GridColumn<Row>[];
  /** The id of the current grouping; null without one. */
  readonly groupedBy: string | null;
  /** The id of the panel's own grouping; null without one. */
  readonly ownGrouping: string | null;
  /** The selected rows in the visible order; all visible rows if fewer than two are selected. */
  readonly rowsToExport: () => readonly Row[];
  readonly selectedCount: number;
  readonly chooseColumns: () => void;
  readonly canFilter: boolean;
  /** Announces the result to screen readers; a fault is also shown. */
  readonly announce: (result: ToolResult) => void;
}

export function useGridTools<Row>(options: GridToolsOptions<Row>): { readonly copy: () => void } {
  const { tools } = usePanelLook();
  const toolsOfGrid = gridTools(options);
  useEffect(() => {
    tools.current = toolsOfGrid;
    return () => {
      if (tools.current === toolsOfGrid) tools.current = null;
    };
  });
  return { copy: toolsOfGrid.copy };
}

function gridTools<Row>(options: GridToolsOptions<Row>): GridTools {
  const { label, view, change, columns, chosen, groupedBy, ownGrouping, selectedCount, announce } = options;
  const cells = async () => {
    const files = await import('./grid-cells.ts');
    return { files, cells: files.gridCells(chosen, options.rowsToExport()) };
  };
  const save = async (
    ending: string,
    contentOf: (cells: GridCells) => Promise<string | Blob>,
    type: string,
  ) => {
    const { cells: content } = await cells();
    const name = `${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${stamp(new Date())}.${ending}`;
    saveFile({ name, type, content: await contentOf(content) });
    announce({ text: `Saved ${countText(content.rows.length, 'row')} as ${name}.`, isFault: false });
  };
  const copy = async () => {
    const { files, cells: content } = await cells();
    const fault = await copyText(files.tsvText(content));
    if (fault !== null) return announce({ text: clipboardSentences[fault], isFault: true });
    announce({
      text: `Copied ${countText(content.rows.length, 'row')}, with decimals as on the screen.`,
      isFault: false,
    });
  };
  /** The code for files may fail to load. */
  const run = (task: string, work: Promise<void>) => {
    work.catch((error: unknown) => {
      console.warn(error);
      announce({ text: `${task}: a part of this page could not be loaded.`, isFault: true });
    });
  };
  const groupable = columns.filter((column) => column.groups === true || column.id === ownGrouping);
  const grouping = (id: string | null, title: string) => ({
    id,
    title,
    isChosen: id === groupedBy,
    choose: () => change({ groupBy: { id, closed: [] } }),
  });
  return {
    chooseColumns: options.chooseColumns,
    groupings: [
      grouping(null, 'No groups'),
      ...(ownGrouping === null || groupable.some(({ id }) => id === ownGrouping)
        ? []
        : [grouping(ownGrouping, capitalised(ownGrouping))]),
      ...groupable.map((column) => grouping(column.id, column.fullTitle ?? column.title)),
    ],
    canFilter: options.canFilter,
    hasFilters: view.showsFilters,
    toggleFilters: () => change({ showsFilters: !view.showsFilters }),
    canTotal: columns.some((column) => column.sum !== undefined),
    hasTotals: view.showsTotals,
    toggleTotals: () => change({ showsTotals: !view.showsTotals }),
    rowsText: selectedCount > 1 ? `${selectedCount} rows` : 'all rows',
    copy: () => run('Not copied', copy()),
    exportCsv: () => {
      const csv = async (content: GridCells) => (await import('./grid-cells.ts')).csvText(content);
      run('Not saved', save('csv', csv, 'text/csv;charset=utf-8'));
    },
    exportXlsx: () => {
      const xlsx = async (content: GridCells) => (await import('./xlsx-file.ts')).xlsxFile(label, content);
      run('Not saved', save('xlsx', xlsx, ''));
    },
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `20261118-103107` in local time. */
function stamp(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}
