// Which deal form is open, with the deals that were chosen for it; and whose details are shown. One at a time.
import type { DealRow } from '@openpit/wire';
import { create } from 'zustand';

/** The deal actions that open a form. Each is named after its command. */
export type DealFormKind =
  | 'splitDeal'
  | 'cumulateDeal'
  | 'correctDealPrinciple'
  | 'subAccountChange'
  | 'assignDealToMember'
  | 'tripartiteDeal';

export interface DealFormRequest {
  readonly kind: DealFormKind;
  /** As they were when the form was opened. */
  readonly deals: readonly DealRow[];
}

export const useDealForm = create<{ readonly request: DealFormRequest | null }>()(() => ({ request: null }));

export const openDealForm = (request: DealFormRequest): void => useDealForm.setState({ request });
export const closeDealForm = (): void => useDealForm.setState({ request: null });

export interface DealDetailsRequest {
  readonly deal: DealRow;
  /** The deals among which its linked deals are; today's deals when it is left out. */
  readonly among?: readonly DealRow[];
}

export const useDealDetails = create<{ readonly request: DealDetailsRequest | null }>()(() => ({
  request: null,
}));

export const closeDealDetails = (): void => useDealDetails.setState({ request: null });
