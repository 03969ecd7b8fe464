// Which form or details of silo certificates are open, and the keys of the actions on them. Apart from the actions, which the Trading
// screen does not need before a silo panel is open.
import type { SiloBidRow, SiloCertRow, SiloOfferRow } from '@openpit/wire';
import { create } from 'zustand';

/** The form or the details that are open. */
export type SiloForm =
  /** The certificate is null, and the account known, where a short begins the tender. */
  | { readonly kind: 'tender'; readonly cert: SiloCertRow }
  | {
      readonly kind: 'tender';
      readonly cert: null;
      readonly contract: string;
      readonly account: SiloAccount;
    }
  /** The bid is the one to raise. */
  | { readonly kind: 'bid'; readonly offer: SiloOfferRow; readonly bid: SiloBidRow | null }
  | { readonly kind: 'details'; readonly cert: SiloCertRow };

export interface SiloAccount {
  readonly principal: string;
  readonly subAccount: string | null;
}

export const useSiloForm = create<{ readonly form: SiloForm | null }>()(() => ({ form: null }));
export function openSiloForm(form: SiloForm): null {
  useSiloForm.setState({ form });
  return null;
}
export const closeSiloForm = (): void => useSiloForm.setState({ form: null });

/** Each action with the key that calls it on a focused row. */
export const siloActionNames = {
  tender: { id: 'tenderSiloCert', label: 'Tender', key: 't' },
  withdraw: { id: 'withdrawSiloTender', label: 'Withdraw tender', key: 'Delete' },
  history: { id: 'showSiloCertHistory', label: 'History', key: 'i' },
  bid: { id: 'insertSiloCertAuctionBid', label: 'Bid', key: 'b' },
  deleteBid: { id: 'deleteSiloCertAuctionBid', label: 'Delete bid', key: 'Delete' },
} as const;
