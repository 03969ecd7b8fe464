// Shows the dialog that is open. Each is a chunk of its own.
import { lazy } from 'react';
import { closeTyped } from '../actions/action.ts';
import { useLayouts } from '../stores/layouts.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { renameLayout, saveLayoutAs } from './layouts/saved-layouts.ts';
import { LazyNotices, LazyOwnActions } from './lazy-overlays.ts';
import { closeOverlay, useOverlay } from './shown-overlay.ts';

const NameDialog = lazy(() =>
  import('./layouts/name-dialog.tsx').then((module) => ({ default: module.NameDialog })),
);
const CommandPalette = lazy(() =>
  import('./palette.tsx').then((module) => ({ default: module.CommandPalette })),
);
const AccountDialog = lazy(() =>
  import('../session/account-dialog.tsx').then((module) => ({ default: module.AccountDialog })),
);
const PreferencesDialog = lazy(() =>
  import('../preferences/preferences-dialog.tsx').then((module) => ({ default: module.PreferencesDialog })),
);
const LayoutsDialog = lazy(() =>
  import('./layouts/layouts-dialog.tsx').then((module) => ({ default: module.LayoutsDialog })),
);
const KeySheet = lazy(() => import('./key-sheet.tsx').then((module) => ({ default: module.KeySheet })));

export function OverlayHost() {
  const shown = useOverlay((overlay) => overlay.shown);
  return (
    <OnDemand>
      {shown === 'palette' && <CommandPalette onClose={closeOverlay} />}
      {shown === 'keys' && <KeySheet onClose={closeOverlay} />}
      {shown === 'ownActions' && <LazyOwnActions onClose={closeOverlay} />}
      {shown === 'notices' && <LazyNotices onClose={closeOverlay} />}
      {shown === 'account' && <AccountDialog onClose={closeOverlay} />}
      {shown === 'preferences' && (
        <PreferencesDialog onClose={closeOverlay} onLeave={() => void closeTyped(closeOverlay)} />
      )}
      {shown === 'layouts' && <LayoutsDialog onClose={closeOverlay} />}
      {shown === 'saveAs' && <SaveAs />}
      {shown === 'rename' && <Rename />}
    </OnDemand>
  );
}

function SaveAs() {
  const current = useLayouts((layouts) => layouts.current);
  const isStored = useLayouts(({ saved }) => saved.some(({ _id }) => _id === current?._id));
  return (
    <NameDialog
      title="Save the layout as"
      confirmLabel="Save"
      initial={isStored ? '' : (current?.document.name ?? '')}
      onName={saveLayoutAs}
      onClose={closeOverlay}
    />
  );
}

function Rename() {
  const current = useLayouts((layouts) => layouts.current);
  return (
    <NameDialog
      title="Rename the layout"
      confirmLabel="Rename"
      initial={current?.document.name ?? ''}
      onName={(name) => renameLayout(current?._id ?? null, name)}
      onClose={closeOverlay}
    />
  );
}
