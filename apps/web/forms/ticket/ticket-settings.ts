// What the ticket remembers in this browser: whether it closes once the market has accepted the command.
import { create } from 'zustand';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';

export const useTicketSettings = create<{ readonly closesOnAcceptance: boolean }>()(() => ({
  closesOnAcceptance: readStored(storageKeys.closesOnAcceptance) === 'true',
}));

export function setClosesOnAcceptance(closesOnAcceptance: boolean): void {
  useTicketSettings.setState({ closesOnAcceptance });
  writeStored(storageKeys.closesOnAcceptance, closesOnAcceptance ? 'true' : null);
}
