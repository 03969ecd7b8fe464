// Tells the dealer of own deals the moment they come, also while the window is hidden: a toast each, and the sound where the
// preferences ask for it.
import { useEffect } from 'react';
import { rowsReceived } from '../../live/signals.ts';
import { playDealSound, startDealSound } from '../../notices/deal-sound.ts';
import { showToast } from '../../notices/toasts.ts';
import { priceText } from '../../panels/market-words.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { useSession } from '../../stores/session.ts';
import { dealsStore } from '../../stores/stores.ts';
import { dealSentences } from './deal-words.ts';
import { createNewDeals, isOwnDeal } from './new-deals.ts';

export function useDealNotices(): void {
  const hasSound = usePreferences((preferences) => preferences.document.defaults.soundOnDealExecution);
  useEffect(() => (hasSound ? startDealSound() : undefined), [hasSound]);
  useEffect(() => {
    const newDeals = createNewDeals(dealsStore);
    newDeals.take();
    return rowsReceived.on((name) => {
      if (name !== 'deals') return;
      const dealerCode = useSession.getState().hqAccess?.dealerCode ?? '';
      const own = newDeals.take().filter((deal) => isOwnDeal(deal, dealerCode));
      for (const message of dealSentences(own, priceText))
        showToast({ type: 'success', message, isUrgent: true });
      const [first] = own;
      if (first !== undefined) playDealSound(first.side);
    });
  }, []);
}
