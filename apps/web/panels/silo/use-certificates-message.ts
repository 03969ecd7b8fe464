// The message in place of certificates, positions and invoices for a dealer with own-only visibility.
import { useSession } from '../../stores/session.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { accountsMessage } from '../rows/accounts-message.ts';

export const useCertificatesMessage = (title: string): GridMessage | undefined =>
  accountsMessage(
    useSession(({ hqAccess }) => hqAccess?.scope),
    title,
  );
