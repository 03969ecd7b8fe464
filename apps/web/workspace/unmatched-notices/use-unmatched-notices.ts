// Notifies the dealer of unmatched deals as they arrive and change, also while the window is hidden. The toast leads to the panel.
import { useEffect } from 'react';
import { priceText } from '../../market/market-text.ts';
import { showToast } from '../../notices/toasts.ts';
import { rowsReceived } from '../../server/hub/data-sets.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { createItemChanges } from './item-changes.ts';
import { unmatchedToast } from './unmatched-toasts.ts';

/** `show` brings the panel to the front, or opens it. */
export function useUnmatchedNotices(show: () => void): void {
  useEffect(() => {
    const changes = createItemChanges(dataSetStores.unmatchedDeal);
    changes.take();
    return rowsReceived.on((name) => {
      if (name !== 'unmatchedDeal') return;
      for (const change of changes.take()) {
        const toast = unmatchedToast(change, (item) => priceText(item.price, item));
        if (toast !== null) showToast({ ...toast, action: { label: 'Show', run: show } });
      }
    });
  }, [show]);
}
