// Shows the details of a contract: size, tick, dates, limits, margin.
import { create } from 'zustand';
import type { Action } from './action.ts';

/** The contract whose details are shown; null while none are. */
export const useContractDetails = create<{ readonly contract: string | null; readonly instrument: string }>()(
  () => ({
    contract: null,
    instrument: '',
  }),
);

export const openContractDetails: Action<{ readonly contract: string; readonly instrument: string }, void> = {
  id: 'openContractDetails',
  label: 'Contract details',
  enabled: () => true,
  mustConfirm: () => null,
  perform: ({ contract, instrument }) => useContractDetails.setState({ contract, instrument }),
};

export const closeContractDetails = () => useContractDetails.setState({ contract: null });
