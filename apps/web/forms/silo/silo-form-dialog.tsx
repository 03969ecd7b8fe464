// The form or the details of silo certificates that are open.

import type { SiloForm } from '../../actions/dialogs.ts';
import { BidForm } from './bid-form.tsx';
import { CertDetails } from './cert-details.tsx';
import { TenderForm } from './tender-form.tsx';

export interface SiloFormDialogProps {
  readonly form: SiloForm;
  readonly onClose: () => void;
}

export function SiloFormDialog({ form, onClose }: SiloFormDialogProps) {
  switch (form.kind) {
    case 'bid':
      return <BidForm offer={form.offer} bid={form.bid} onClose={onClose} />;
    case 'tender':
      return <TenderForm form={form} onClose={onClose} />;
    case 'details':
      return <CertDetails cert={form.cert} onClose={onClose} />;
  }
}
