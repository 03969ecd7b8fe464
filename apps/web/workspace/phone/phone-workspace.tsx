// The phone workspace (LAYOUT-11): layout name and hub dot at the top, one full-width panel, and navigation at the bottom.
// Tapping a contract opens its depth with Buy and Sell.
import type { LayoutColumn, LayoutDocument } from '@openpit/wire';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useProvidedWorkspace, type WorkspacePort } from '../../actions/workspace-port.ts';
import { type PanelComponent, panelEntry, panelsUnderMore, phoneTabs } from '../../panels/registry.ts';
import { setActiveContract } from '../../stores/chosen.ts';
import { serverNow } from '../../stores/connection.ts';
import { mobileLayout } from '../../stores/layout-choice.ts';
import { changePanel, changePanelSettings, setLayout, showParked, useLayouts } from '../../stores/layouts.ts';
import { IconButton } from '../../ui/button.tsx';
import { MoreIcon, SignOutIcon } from '../../ui/icons.tsx';
import { loadedOnDemand, OnDemand } from '../../ui/on-demand.tsx';
import {
  type GridTools,
  PanelLookContext,
  PanelSlotsProvider,
  usePanelSlots,
} from '../../ui/panel-frame.tsx';
import { useWaitingForUs, waitingText } from '../deal-notices.ts';
import { PanelMenu } from '../desktop/panel-menu.tsx';
import { HubDot } from '../desktop/toolbar.tsx';
import { ScreenKeys } from '../keyboard.ts';
import { signOut } from '../layouts/layout-actions.ts';
import { FeedStrip, FrozenStrip, keptFlash, PanelContent } from '../panel-content.tsx';
import { PhaseFact, ReadOnlyBadge, SoundNote, ThemeSwitch } from '../top-bar.tsx';
import styles from './phone-workspace.module.css';

const DepthSheet = loadedOnDemand(() => import('./depth-sheet.tsx').then((module) => module.DepthSheet));
const MoreSheet = loadedOnDemand(() => import('./more-sheet.tsx').then((module) => module.MoreSheet));

export function PhoneWorkspace() {
  const layout = useLayouts((layouts) => layouts.current?.document);
  const [depthOf, setDepthOf] = useState<string | null>(null);
  const [isMore, setMore] = useState(false);
  const { slots, titleRef, toolsRef, cornerRef, footerRef } = usePanelSlots();
  const column = layout?.columns[0];
  const frame = usePanelFrame(column);
  const { tools, frozenAt, flash } = frame;
  const look = useMemo(() => ({ tools, frozenAt, flash }), [tools, frozenAt, flash]);

  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-bottom', '64px');
    style.setProperty('--toast-line-bottom', '53px');
    return () => {
      style.removeProperty('--toast-bottom');
      style.removeProperty('--toast-line-bottom');
    };
  }, []);
  const port = useMemo((): WorkspacePort => {
    return {
      showDepth(contract) {
        setActiveContract(contract);
        setDepthOf(contract);
      },
      showChart(contract) {
        setActiveContract(contract);
        setDepthOf(null);
        showOnPhone('TVChartContainer');
      },
      showPanel(name, settings) {
        const component = panelEntry(name)?.component;
        if (component === undefined) return;
        showOnPhone(component);
        const id = useLayouts.getState().current?.document.columns[0]?.id;
        if (id !== undefined && settings !== undefined) changePanelSettings(id, settings);
      },
    };
  }, []);

  const waiting = useWaitingForUs();
  const title = panelEntry(column?.component ?? '')?.title;
  // The layouts of LAYOUT-11 have the names of their panels in title case.
  const name = title?.toLowerCase() === layout?.name.toLowerCase() ? title : layout?.name;
  useProvidedWorkspace(port);
  return (
    <div className={styles.phone}>
      <header className={styles.top}>
        <div className={styles.names}>
          <h2 className={styles.name}>{name}</h2>
          <span className={styles.day}>
            <HubDot />
            <PhaseFact />
            <ReadOnlyBadge />
          </span>
        </div>
        <span className={styles.buttons}>
          <span className={styles.corner} ref={cornerRef} />
          {column !== undefined && <PhonePanelMenu key={column.id} column={column} frame={frame} />}
          <SoundNote size="large" />
          <ThemeSwitch size="large" />
          <IconButton size="large" label="Sign out" icon={<SignOutIcon />} onClick={() => void signOut()} />
        </span>
      </header>
      <main className={styles.main} aria-label={name ?? 'Workspace'}>
        <h1 className="visually-hidden">Trading</h1>
        <div className={styles.bar}>
          <div className={styles.title} ref={titleRef} />
          <div className={styles.tools} ref={toolsRef} />
        </div>
        <div className={styles.panel}>
          <PanelSlotsProvider slots={slots}>
            <PanelLookContext value={look}>
              {column !== undefined && <PanelContent column={column} device="mobile" />}
            </PanelLookContext>
          </PanelSlotsProvider>
        </div>
        <footer className={styles.footer} ref={footerRef} />
        <div className={styles.strips}>
          {frame.frozenAt !== null && (
            <FrozenStrip at={frame.frozenAt} onUnfreeze={() => frame.setFrozenAt(null)} />
          )}
          <FeedStrip />
        </div>
      </main>
      <nav className={styles.tabs} aria-label="Panels">
        {phoneTabs.map(({ component, caption, icon }) => (
          <button
            key={component}
            type="button"
            className={styles.tab}
            aria-current={column?.component === component ? 'page' : undefined}
            onClick={() => showOnPhone(component)}
          >
            {icon}
            <span>{caption}</span>
          </button>
        ))}
        <button
          type="button"
          className={styles.tab}
          aria-haspopup="dialog"
          aria-label={waiting === 0 ? undefined : `More, ${waitingText(waiting)}`}
          aria-current={panelsUnderMore.some((panel) => panel.component === column?.component) || undefined}
          onClick={() => setMore(true)}
        >
          <MoreIcon />
          <span>More</span>
          {/* “More” leads to the Unmatched deals panel. */}
          {waiting > 0 && <span className={styles.badge}>{waiting}</span>}
        </button>
      </nav>
      <OnDemand>
        {isMore && (
          <MoreSheet current={column?.component} onShow={showOnPhone} onClose={() => setMore(false)} />
        )}
        {depthOf !== null && <DepthSheet contract={depthOf} onClose={() => setDepthOf(null)} />}
      </OnDemand>
      <ScreenKeys />
    </div>
  );
}

/** The state of the panel's frame. Another panel starts unfrozen. */
function usePanelFrame(column: LayoutColumn | undefined) {
  const tools = useRef<GridTools | null>(null);
  const [frozen, setFrozen] = useState<{ readonly id: LayoutColumn['id']; readonly at: number } | null>(null);
  const id = column?.id;
  return {
    tools,
    frozenAt: frozen !== null && frozen.id === id ? frozen.at : null,
    setFrozenAt: (at: number | null) => setFrozen(at === null || id === undefined ? null : { id, at }),
    flash: column === undefined ? undefined : (keptFlash(column) ?? undefined),
  };
}

function PhonePanelMenu(props: {
  readonly column: LayoutColumn;
  readonly frame: ReturnType<typeof usePanelFrame>;
}) {
  const { column, frame } = props;
  return (
    <PanelMenu
      name={panelEntry(column.component)?.title ?? column.component}
      column={column}
      window={null}
      isFrozen={frame.frozenAt !== null}
      toolsOf={() => frame.tools.current}
      onChange={(change) => changePanel(column.id, change)}
      onFreeze={() => frame.setFrozenAt(frame.frozenAt === null ? serverNow() : null)}
    />
  );
}

/** Shows the panel as the user has left it, otherwise in the user's own layout, otherwise in the layout that LAYOUT-11 defines. */
function showOnPhone(component: PanelComponent): void {
  const { current, saved } = useLayouts.getState();
  const isOfPanel = ({ document }: { readonly document: LayoutDocument }) =>
    document.isMobile && document.columns[0]?.component === component;
  if ((current !== null && isOfPanel(current)) || showParked(isOfPanel)) return;
  setLayout(
    saved.find(isOfPanel) ?? {
      _id: null,
      document: mobileLayout(component, panelEntry(component)?.title),
    },
  );
}
