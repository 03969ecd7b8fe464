// The sheet “More” of a phone: the panels without a tab, the layouts, and the tools of the workspace.
import type { ReactNode } from 'react';
import { openDialog } from '../../actions/dialogs.ts';
import { openManual } from '../../actions/view-actions.ts';
import { type PanelComponent, panelsUnderMore } from '../../panels/registry.ts';
import {
  ActionsListIcon,
  ManualIcon,
  NoticesIcon,
  PanelIcon,
  PreferencesIcon,
  SaveIcon,
  SearchIcon,
  SignOutIcon,
  UserIcon,
} from '../../ui/icons.tsx';
import { useWaitingForUs, waitingText } from '../deal-notices.ts';
import { signOut } from '../layouts/layout-actions.ts';
import { saveLayout } from '../layouts/saved-layouts.ts';
import styles from './more-sheet.module.css';
import { Sheet } from './sheet.tsx';

interface MoreSheetProps {
  readonly current: string | undefined;
  readonly onShow: (component: PanelComponent) => void;
  readonly onClose: () => void;
}

export function MoreSheet({ current, onShow, onClose }: MoreSheetProps) {
  const waiting = waitingText(useWaitingForUs());
  return (
    <Sheet title="More panels" closeLabel="Close the list" onClose={onClose}>
      <ul className={styles.list}>
        {panelsUnderMore.map(({ component, title, icon }) => (
          <li key={component}>
            <button
              type="button"
              className={styles.item}
              aria-current={component === current ? 'page' : undefined}
              onClick={() => {
                onClose();
                onShow(component);
              }}
            >
              {icon}
              {title}
              {component === 'unMatchedDeals' && waiting !== null && (
                <span className={styles.badge}>{waiting}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <ul className={styles.list}>
        <Entry
          icon={<SearchIcon />}
          label="Find…"
          onClick={() => {
            onClose();
            openDialog({ kind: 'palette' });
          }}
        />
        <Entry
          icon={<PanelIcon />}
          label="Layouts"
          onClick={() => {
            onClose();
            openDialog({ kind: 'layouts' });
          }}
        />
        <Entry
          icon={<SaveIcon />}
          label="Save this layout"
          onClick={() => {
            onClose();
            void saveLayout();
          }}
        />
        <Entry
          icon={<ActionsListIcon />}
          label="My actions"
          onClick={() => {
            onClose();
            openDialog({ kind: 'ownActions' });
          }}
        />
        <Entry
          icon={<NoticesIcon />}
          label="Notices"
          onClick={() => {
            onClose();
            openDialog({ kind: 'notices' });
          }}
        />
        <Entry icon={<ManualIcon />} label="Manual" onClick={openManual} />
        <Entry
          icon={<UserIcon />}
          label="Account"
          onClick={() => {
            onClose();
            openDialog({ kind: 'account' });
          }}
        />
        <Entry
          icon={<PreferencesIcon />}
          label="Preferences"
          onClick={() => {
            onClose();
            openDialog({ kind: 'preferences' });
          }}
        />
        <Entry
          icon={<SignOutIcon />}
          label="Sign out"
          onClick={() => {
            onClose();
            void signOut();
          }}
        />
      </ul>
    </Sheet>
  );
}

function Entry(props: { readonly icon: ReactNode; readonly label: string; readonly onClick: () => void }) {
  return (
    <li>
      <button type="button" className={styles.item} onClick={props.onClick}>
        {props.icon}
        {props.label}
      </button>
    </li>
  );
}
