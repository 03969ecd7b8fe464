// The types of the compared libraries, as far as the benchmarks use them. The libraries are installed by `npm run bench` only,
// and the code is type-checked everywhere.
declare module 'nodejs-order-book' {
  export enum Side {
    BUY = 'buy',
    SELL = 'sell',
  }
  interface RestingOrder {
    readonly id: string;
    readonly size: number;
  }
  export interface IProcessOrder {
    readonly done: readonly RestingOrder[];
    readonly partial: RestingOrder | null;
    readonly quantityLeft: number;
    readonly err: Error | null;
  }
  export class OrderBook {
    limit(order: {
      readonly id: string;
      readonly side: Side;
      readonly size: number;
      readonly price: number;
    }): IProcessOrder;
    cancel(id: string): unknown;
  }
}

declare module 'ag-grid-community' {
  interface Module {
    readonly moduleName: string;
  }
  export const ClientSideRowModelModule: Module;
  export const ClientSideRowModelApiModule: Module;
  export const ModuleRegistry: { registerModules(modules: readonly Module[]): void };
  export interface GridOptions<Row> {
    readonly rowData: Row[];
    readonly getRowId: (params: { readonly data: Row }) => string;
    readonly columnDefs: readonly {
      readonly field: string;
      readonly headerName: string;
      readonly width: number;
      readonly cellStyle: Readonly<Record<string, string>>;
      readonly valueFormatter: (params: { readonly value: number }) => string;
    }[];
    readonly rowHeight: number;
    readonly headerHeight: number;
    readonly animateRows: boolean;
    readonly suppressColumnMoveAnimation: boolean;
    readonly asyncTransactionWaitMillis: number;
  }
  export function createGrid<Row>(
    place: HTMLElement,
    options: GridOptions<Row>,
  ): { applyTransactionAsync(transaction: { readonly update: readonly Row[] }): void };
}

declare module 'lighthouse' {
  export interface Audit {
    readonly title: string;
    /** 0 to 1; null for a factor that does not apply. */
    readonly score: number | null;
    readonly displayValue?: string;
  }
  export interface LighthouseResult {
    readonly lighthouseVersion: string;
    readonly categories: Readonly<
      Record<
        string,
        {
          readonly score: number | null;
          readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
        }
      >
    >;
    readonly audits: Readonly<Record<string, Audit>>;
  }
  export const desktopConfig: object;
  export default function lighthouse(
    url: string,
    flags: {
      readonly port: number;
      readonly logLevel: 'error';
      readonly onlyCategories: readonly string[];
    },
    config: object,
  ): Promise<{ readonly lhr: LighthouseResult } | undefined>;
}
