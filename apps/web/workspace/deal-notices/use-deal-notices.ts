// Notifies the dealer of own deals as they arrive, also while the window is hidden: with a toast, and with a sound where the
// preferences ask for it.
import { useEffect } from 'react';
import { isDelta, priceDecimals, priceText } from '../../market/market-text.ts';
import { playDealSound, startDealSound } from '../../notices/deal-sound.ts';
import { showToast } from '../../notices/toasts.ts';
import { rowsReceived } from '../../server/hub/data-sets.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatTruncated } from '../../ui/format.ts';
import { fillToasts, type NoticedDeal } from './fill-notices.ts';
import { createNewDeals, dealtNow, isOwnDeal } from './new-deals.ts';

export function useDealNotices(): void {
  const hasSound = usePreferences((preferences) => preferences.document.defaults.soundOnDealExecution);
  useEffect(() => (hasSound ? startDealSound() : undefined), [hasSound]);
  useEffect(() => {
    const newDeals = createNewDeals(dataSetStores.deals);
    newDeals.take();
    return rowsReceived.on((name) => {
      if (name !== 'deals') return;
      const dealerCode = useSession.getState().hqAccess?.dealerCode ?? '';
      const own = dealtNow(newDeals.take(), allDeals()).filter((deal) => isOwnDeal(deal, dealerCode));
      const [first] = own;
      if (first === undefined) return;
      playDealSound(first.side);
      // The rows of the orders follow in the same frame: a fill says how much of its order it is.
      setTimeout(() => {
        const orderOf = dataSetStores.activeOrders.get;
        const seconds = usePreferences.getState().document.defaults.defaultPopupNotificationTime;
        for (const toast of fillToasts(own, { deals: allDeals(), orderOf, priceText, averageText }))
          showToast({ ...toast, ...(seconds > 0 && { length: seconds * 1_000 }) });
      });
    });
  }, []);
}

const allDeals = () => dataSetStores.deals.keys().flatMap((key) => dataSetStores.deals.get(key) ?? []);

/** Cut, not rounded, as averages are everywhere on the screen. */
function averageText(price: number, deal: NoticedDeal): string {
  return `${formatTruncated(price, Math.max(2, priceDecimals(deal)))}${isDelta(deal) ? '\u00a0%' : ''}`;
}
