// The rows of the server's history that reports read.
import type { ReportSources } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import type { History } from '../../history/history.ts';
import { orUnavailable } from './history-available.ts';

/** Resolves when history has all that the market has done; what cannot be read is a rejection. */
export async function reportSources({
  history,
  view,
}: {
  readonly history: Pick<History, 'ask' | 'reach'>;
  readonly view: Pick<MarketView, 'directory' | 'lastSeq'>;
}): Promise<ReportSources> {
  await orUnavailable(history.reach(view.lastSeq));
  return {
    view,
    reads: {
      dealsOfDay: async (page) => (await orUnavailable(history.ask('dealsOfDay', page))).rows,
      setOfDay: async (page) => (await orUnavailable(history.ask('setOfDay', page))).rows,
      candlesOfDay: async (page) => (await orUnavailable(history.ask('candlesOfDay', page))).rows,
    },
  };
}
