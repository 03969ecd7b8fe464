// The contract that the user clicked last: depth, ticket and chart follow it.
import { create } from 'zustand';

export interface ActiveContract {
  /** The display name, `DEC26 WMAZ`; null until one has been clicked. */
  readonly contract: string | null;
}

export const useActiveContract = create<ActiveContract>()(() => ({ contract: null }));

export function setActiveContract(contract: string | null): void {
  useActiveContract.setState({ contract });
}
