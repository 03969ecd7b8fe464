// The deals whose rows are selected in the Deals panel, for commands without a target of their own.
import { create } from 'zustand';

export const useChosenDeals = create<{ readonly dealSeqs: readonly number[] }>()(() => ({ dealSeqs: [] }));

export const setChosenDeals = (dealSeqs: readonly number[]): void => useChosenDeals.setState({ dealSeqs });
