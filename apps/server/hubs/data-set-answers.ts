// What PublishAllData sends for a data set (MODEL-6): the rows that this viewer may see, in the event that the wire's
// table names. A set of MODEL-6 that no projection fills yet is sent without rows.
import type { MarketView, Viewer } from '@openpit/projections';
import {
  type DataSet,
  type DataSetName,
  dataSetIds,
  dataSets,
  type FilledDataSet,
  type MarketHubEvents,
} from '@openpit/wire';

type InitEvent = DataSet['initEvent'];

export type DataSetAnswer = {
  [Event in InitEvent]: { readonly event: Event; readonly payload: MarketHubEvents[Event] };
}[InitEvent];

const isFilled = (name: DataSetName): name is FilledDataSet => name in dataSets;

export function dataSetAnswer(
  name: DataSetName,
  { view, viewer, epoch }: { readonly view: MarketView; readonly viewer: Viewer; readonly epoch: string },
): DataSetAnswer {
  const { initEvent: event }: Pick<DataSet, 'initEvent'> = isFilled(name)
    ? dataSets[name]
    : { initEvent: 'DataSetInit' };
  const image = isFilled(name) ? view.rowsFor(name, viewer) : { rows: [], asOf: view.lastSeq };
  const payload = { ...image, epoch };
  if (event === 'DataSetInit') return { event, payload: { dataSetId: dataSetIds[name], ...payload } };
  // The table names the event whose rows are those of this set.
  return { event, payload } as DataSetAnswer;
}
