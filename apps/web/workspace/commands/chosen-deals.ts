// The deals that are selected in the Deals panel, as the target of a command.
import type { DealTarget } from '../../actions/deal-actions.ts';
import { useChosenDeals } from '../../stores/chosen.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';

/** The phases are not known here; the form that opens knows them. */
export function chosenDeals(): DealTarget {
  const { deals } = dataSetStores;
  return {
    deals: useChosenDeals.getState().dealSeqs.flatMap((dealSeq) => deals.get(dealSeq) ?? []),
    all: deals.keys().flatMap((key) => deals.get(key) ?? []),
    phaseOf: () => null,
    account: useSession.getState().hqAccess,
  };
}
