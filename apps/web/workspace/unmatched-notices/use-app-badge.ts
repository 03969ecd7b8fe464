// The badge of the installed application counts the unmatched deals that wait for the own member (SHELL-1), also while its window is
// hidden and the stores notify nobody.
import { useEffect } from 'react';
import { waitingCounts } from '../../panels/unmatched-deals/rules.ts';
import { showAppBadge } from '../../pwa/app-badge.ts';
import { rowsReceived } from '../../server/hub/data-sets.ts';
import { dataSetStores } from '../../stores/stores.ts';

const store = dataSetStores.unmatchedDeal;

export function useAppBadge(): void {
  useEffect(() => {
    const show = () =>
      showAppBadge(waitingCounts(store.keys().flatMap((key) => store.get(key) ?? []))['For us']);
    show();
    return rowsReceived.on((name) => {
      if (name === 'unmatchedDeal') show();
    });
  }, []);
}
