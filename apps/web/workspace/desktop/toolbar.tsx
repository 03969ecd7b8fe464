// The toolbar. Collapsed, it is a pill with the hub's dot, the layout's name, the round trip and the day at a glance. A click,
// keyboard focus or Alt+T opens it, and it then shows the connection, the notices, the user, the theme and sign-out.
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { openDialog } from '../../actions/dialogs.ts';
import { openManual, workspaceKeys } from '../../actions/view-actions.ts';
import { FeedAge } from '../../market/contract-heading.tsx';
import { version } from '../../package.json';
import { useConnection } from '../../stores/connection.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { useSession } from '../../stores/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import {
  ChevronDownIcon,
  CloseIcon,
  ManualIcon,
  NoticesIcon,
  SignOutIcon,
  UserIcon,
} from '../../ui/icons.tsx';
import { bindKeys, pressedKey, shownKey } from '../../ui/keys.ts';
import { signOut } from '../layouts/layout-actions.ts';
import { feedNames } from '../panel-content.tsx';
import { HubDot, OrdersFact, PhaseFact, ProfitFact, ReadOnlyBadge, ThemeSwitch } from '../top-bar.tsx';
import styles from './toolbar.module.css';

export function Toolbar({ isRail }: { readonly isRail: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const pill = useRef<HTMLButtonElement>(null);
  const openId = useId();

  useEffect(
    () =>
      bindKeys(workspaceKeys, {
        toolbar() {
          setOpen(true);
          pill.current?.focus();
        },
      }),
    [],
  );
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    <header className={styles.banner}>
      <div
        ref={bar}
        role="toolbar"
        aria-label="Session"
        className={styles.toolbar}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (pressedKey(workspaceKeys, event.nativeEvent) !== 'escape' || !isOpen) return;
          setOpen(false);
          pill.current?.focus();
        }}
      >
        <button
          ref={pill}
          type="button"
          className={styles.pill}
          data-rail={isRail || undefined}
          aria-expanded={isOpen}
          aria-controls={openId}
          aria-keyshortcuts="Alt+T"
          data-tip={
            isOpen ? undefined : `Connection, notices, theme (${shownKey(workspaceKeys.keys.toolbar)})`
          }
          onClick={() => setOpen((was) => !was)}
          onFocus={(event) => {
            // When Esc or the close button returns the focus from the open toolbar, the toolbar stays closed.
            if (bar.current?.contains(event.relatedTarget)) return;
            if (event.target.matches(':focus-visible')) setOpen(true);
          }}
        >
          <span className={styles.mark} aria-hidden="true" />
          <span className={styles.names}>
            <span className={styles.product}>
              Openpit <ChevronDownIcon />
            </span>
            <LayoutName />
          </span>
          <span className={styles.health}>
            <HubDot />
            <RoundTrip />
          </span>
        </button>
        {/* The facts of the day are outside of the button, whose name would otherwise change with every price. */}
        <div className={styles.day} data-rail={isRail || undefined}>
          <div>
            <PhaseFact />
          </div>
          <div>
            <ProfitFact />
          </div>
          <div>
            <OrdersFact />
            <ReadOnlyBadge />
          </div>
        </div>
        <div id={openId} className={styles.open} hidden={!isOpen}>
          {isOpen && (
            <>
              <span className={styles.fact}>
                <HubDot /> <FeedName />
              </span>
              <span className={styles.fact}>
                <RoundTrip /> · <FeedAge />
              </span>
              <span className={styles.second}>Openpit {version}</span>
              <span className={styles.gap} />
              <UserName />
              <Button size="small" icon={<NoticesIcon />} onClick={() => openDialog({ kind: 'notices' })}>
                Notices
              </Button>
              <Button size="small" icon={<ManualIcon />} onClick={openManual}>
                Manual
              </Button>
              <ThemeSwitch />
              <Button size="small" icon={<SignOutIcon />} onClick={() => void signOut()}>
                Sign out
              </Button>
              <IconButton
                label="Close the toolbar"
                icon={<CloseIcon />}
                onClick={() => {
                  setOpen(false);
                  pill.current?.focus({ preventScroll: true });
                }}
              />
            </>
          )}
        </div>
      </div>
    </header>
  );
}

function LayoutName() {
  const name = useLayouts((layouts) => layouts.current?.document.name ?? '');
  const isChanged = useLayouts((layouts) => layouts.current?.isChanged ?? false);
  return (
    <span className={styles.layout}>
      {name}
      {isChanged && <span title="Changed since it was saved">*</span>}
    </span>
  );
}

function FeedName() {
  return <span>{feedNames[useFeedState()]}</span>;
}

function RoundTrip() {
  const roundTripMs = useConnection((connection) => connection.roundTripMs);
  const isStale = isOld(useFeedState());
  if (roundTripMs === null || isStale) return <span className={styles.trip}>– ms</span>;
  return <span className={styles.trip}>{Math.round(roundTripMs)} ms</span>;
}

function UserName() {
  const displayName = useSession((session) => session.displayName);
  const hqAccess = useSession((session) => session.hqAccess);
  return (
    <span className={styles.fact}>
      <UserIcon /> {displayName || hqAccess?.userName || 'Signed in'}
      {hqAccess !== null && (
        <span className={styles.second}>
          {hqAccess.memberCode} · {hqAccess.dealerCode}
        </span>
      )}
    </span>
  );
}
