// The layers above the panels: the order form, a dialog and a question (actions/dialogs.ts). They do not depend on the panels, so
// no event in a panel or of the connection closes them. Their code is fetched on the first press of a pointer or a key. It is
// therefore loaded by the time a dealer has double-clicked, even if the server is gone, and does not delay the first price.
import { useEffect } from 'react';
import { currentContext } from '../actions/action.ts';
import { closeDialog, discardAndClose, type ShownDialog, useDialogs } from '../actions/dialogs.ts';
import { closeTicket } from '../actions/ticket.ts';
import type { OneClickOrder, ScreenPort } from '../actions/workspace-port.ts';
import type { DeviceKind } from '../stores/device-kind.ts';
import { useLayouts } from '../stores/layouts.ts';
import { loadActionMenu } from '../ui/action-menu.tsx';
import { loadedOnDemand, OnDemand } from '../ui/on-demand.tsx';
import { renameLayout, saveLayoutAs } from './layouts/saved-layouts.ts';

const ConfirmDialog = loadedOnDemand(() => import('../ui/dialog.tsx').then((m) => m.ConfirmDialog));
const FloatingOrderForm = loadedOnDemand(() =>
  import('../forms/ticket/floating-order-form.tsx').then((m) => m.FloatingOrderForm),
);
const OrderSheet = loadedOnDemand(() => import('./phone/order-sheet.tsx').then((m) => m.OrderSheet));
const DealFormDialog = loadedOnDemand(() =>
  import('../forms/deal/deal-form-dialog.tsx').then((m) => m.DealFormDialog),
);
const DealDetails = loadedOnDemand(() => import('../forms/deal/deal-details.tsx').then((m) => m.DealDetails));
const UnmatchedDealDialog = loadedOnDemand(() =>
  import('../forms/unmatched/unmatched-deal-dialog.tsx').then((m) => m.UnmatchedDealDialog),
);
const SiloFormDialog = loadedOnDemand(() =>
  import('../forms/silo/silo-form-dialog.tsx').then((m) => m.SiloFormDialog),
);
const ContractDetailsDialog = loadedOnDemand(() =>
  import('./contract-details.tsx').then((m) => m.ContractDetailsDialog),
);
const CommandPalette = loadedOnDemand(() => import('./palette.tsx').then((m) => m.CommandPalette));
const KeySheet = loadedOnDemand(() => import('./page-lists.tsx').then((m) => m.KeySheet));
const OwnActions = loadedOnDemand(() => import('./own-actions.tsx').then((m) => m.OwnActions));
const Notices = loadedOnDemand(() => import('./page-lists.tsx').then((m) => m.Notices));
const AccountDialog = loadedOnDemand(() =>
  import('../session/account-dialog.tsx').then((m) => m.AccountDialog),
);
const PreferencesDialog = loadedOnDemand(() =>
  import('../preferences/preferences-dialog.tsx').then((m) => m.PreferencesDialog),
);
const LayoutsDialog = loadedOnDemand(() =>
  import('./layouts/layouts-dialog.tsx').then((m) => m.LayoutsDialog),
);
const NameDialog = loadedOnDemand(() => import('./layouts/name-dialog.tsx').then((m) => m.NameDialog));
const loadSendAtOnce = () => import('../forms/ticket/send-at-once.ts');

const neededSoon: Readonly<Record<DeviceKind, readonly (() => Promise<unknown>)[]>> = {
  desktop: [
    FloatingOrderForm.load,
    ContractDetailsDialog.load,
    NameDialog.load,
    () => import('./desktop/move-and-size.tsx'),
  ],
  mobile: [OrderSheet.load, () => import('./phone/depth-sheet.tsx')],
};
const neededSoonOnBoth = [
  loadSendAtOnce,
  Notices.load,
  OwnActions.load,
  ConfirmDialog.load,
  DealFormDialog.load,
  DealDetails.load,
  loadActionMenu,
  CommandPalette.load,
];

export function Dialogs({ device }: { readonly device: DeviceKind }) {
  const { ticket, dialog, opened, question } = useDialogs();
  const at = useLayouts((layouts) => layouts.current?.document.spawnPointConfirmations);
  useLoadOnFirstPress(device);
  const OrderForm = device === 'mobile' ? OrderSheet : FloatingOrderForm;
  return (
    <>
      {ticket !== null && (
        <OnDemand key={`ticket ${ticket.number}`} onEscape={closeTicket}>
          <OrderForm ticket={ticket} onClose={closeTicket} />
        </OnDemand>
      )}
      {dialog !== null && (
        <OnDemand key={`dialog ${opened}`} onEscape={() => closeDialog(dialog)}>
          <OpenDialog dialog={dialog} />
        </OnDemand>
      )}
      {question !== null && (
        <OnDemand onEscape={() => question.answer('no')}>
          <ConfirmDialog question={question.question} at={at} onAnswer={question.answer} />
        </OnDemand>
      )}
    </>
  );
}

function OpenDialog({ dialog }: { readonly dialog: ShownDialog }) {
  const onClose = () => closeDialog(dialog);
  switch (dialog.kind) {
    case 'palette':
      return <CommandPalette onClose={onClose} />;
    case 'keys':
      return <KeySheet onClose={onClose} />;
    case 'ownActions':
      return <OwnActions onClose={onClose} />;
    case 'notices':
      return <Notices onClose={onClose} />;
    case 'account':
      return <AccountDialog onClose={onClose} />;
    case 'preferences':
      return <PreferencesDialog onClose={onClose} onLeave={() => void discardAndClose(onClose)} />;
    case 'layouts':
      return <LayoutsDialog onClose={onClose} />;
    case 'saveAs':
      return <SaveLayoutAs onClose={onClose} />;
    case 'rename':
      return <RenameLayout onClose={onClose} />;
    case 'contractDetails':
      return (
        <ContractDetailsDialog contract={dialog.contract} instrument={dialog.instrument} onClose={onClose} />
      );
    case 'dealForm':
      return <DealFormDialog request={dialog.request} onClose={onClose} />;
    case 'dealDetails':
      return <DealDetails request={dialog.request} onClose={onClose} />;
    case 'unmatchedForm':
      return <UnmatchedDealDialog form={dialog.form} onClose={onClose} />;
    case 'siloForm':
      return <SiloFormDialog form={dialog.form} onClose={onClose} />;
  }
}

function SaveLayoutAs({ onClose }: { readonly onClose: () => void }) {
  const current = useLayouts((layouts) => layouts.current);
  const isStored = useLayouts(({ saved }) => saved.some(({ _id }) => _id === current?._id));
  return (
    <NameDialog
      title="Save the layout as"
      confirmLabel="Save"
      initial={isStored ? '' : (current?.document.name ?? '')}
      onName={saveLayoutAs}
      onClose={onClose}
    />
  );
}

function RenameLayout({ onClose }: { readonly onClose: () => void }) {
  const current = useLayouts((layouts) => layouts.current);
  return (
    <NameDialog
      title="Rename the layout"
      confirmLabel="Rename"
      initial={current?.document.name ?? ''}
      onName={(name) => renameLayout(current?._id ?? null, name)}
      onClose={onClose}
    />
  );
}

/** Sends an order without a form. `port` becomes part of the context of its action. */
export async function sendAtOnce(order: OneClickOrder, port: ScreenPort): Promise<void> {
  const { sendOneClickOrder: send } = await loadSendAtOnce();
  await send(order, () => currentContext(port));
}

const presses = ['pointerdown', 'keydown'] as const;

function useLoadOnFirstPress(device: DeviceKind): void {
  useEffect(() => {
    const stop = () => {
      for (const press of presses) window.removeEventListener(press, load, true);
    };
    const load = () => {
      stop();
      // A failed fetch is repeated when the dialog is opened, and reported then.
      Promise.all([...neededSoon[device], ...neededSoonOnBoth].map((fetch) => fetch())).catch(
        (error: unknown) => console.warn('The order form and the dialogs could not be fetched yet.', error),
      );
    };
    for (const press of presses) window.addEventListener(press, load, true);
    return stop;
  }, [device]);
}
