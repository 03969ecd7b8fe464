// The desk: the toolbar's pill and the drawer on the left, the canvas of floating panels beside them, forms above all.
import { useMemo, useRef, useState } from 'react';
import { type Desk, DeskContext, type OrderFormRequest } from '../../actions/desk.ts';
import { keptContract } from '../../panels/kept-in-column.ts';
import { panelEntry } from '../../panels/registry.tsx';
import { setActiveContract } from '../../stores/active-contract.ts';
import { addPanel, raisePanel, removePanel, resizePanel, useLayouts } from '../../stores/layouts.ts';
import { FloatingPanel } from '../../ui/floating-panel.tsx';
import { SoundNote } from '../deal-notices/sound-note.tsx';
import { FeedStrip } from '../feed-strip.tsx';
import { readLocal, writeLocal } from '../kept-locally.ts';
import { FloatingOrderForm } from '../order-form/floating-order-form.tsx';
import { PanelContent } from '../panel-content.tsx';
import { panelNames } from '../panel-names.ts';
import styles from './desktop-workspace.module.css';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

export function DesktopWorkspace() {
  const layout = useLayouts((layouts) => layouts.current?.document);
  const canvas = useRef<HTMLElement>(null);
  const [form, setForm] = useState<{ readonly request: OrderFormRequest; readonly count: number } | null>(
    null,
  );
  const [isRail, setRail] = useState(() => readLocal('drawer') === 'rail');
  useDeskKeys(canvas);
  const shrink = (next: boolean) => {
    setRail(next);
    writeLocal('drawer', next ? 'rail' : 'open');
  };

  const desk = useMemo(
    (): Desk => ({
      showOrderForm: (request) => setForm((was) => ({ request, count: (was?.count ?? 0) + 1 })),
      showDepth(contract) {
        setActiveContract(contract);
        const columns = useLayouts.getState().current?.document.columns ?? [];
        const shown = columns.find((column) => {
          const pinned = keptContract(column);
          return column.component === 'Depth' && (pinned === null || pinned === contract);
        });
        if (shown === undefined) addPanel('Depth');
        else raisePanel(shown.id);
      },
    }),
    [],
  );
  const areaOf = () => ({
    width: canvas.current?.clientWidth ?? 0,
    height: canvas.current?.clientHeight ?? 0,
  });
  const isLocked = layout?.locked ?? false;
  const names = panelNames(layout?.columns ?? []);

  return (
    <DeskContext value={desk}>
      <div className={styles.desk}>
        <div className={styles.side}>
          <Toolbar isRail={isRail} />
          <SoundNote />
          <NavigationDrawer isRail={isRail} onShrink={shrink} />
        </div>
        <main ref={canvas} className={styles.canvas} aria-label="Workspace">
          <h1 className="visually-hidden">Trading</h1>
          {layout?.columns.map((column) => {
            const { id, component, coordinates } = column;
            return (
              <FloatingPanel
                key={id}
                title={panelEntry(component)?.title ?? component}
                name={names.get(id)}
                place={coordinates}
                z={coordinates.z}
                colour={column.color}
                areaOf={areaOf}
                isLocked={isLocked}
                isResizable={layout.resizeable ?? true}
                onPlace={(place) => resizePanel(id, place)}
                onRaise={() => raisePanel(id)}
                onClose={() => removePanel(id)}
                strip={<FeedStrip />}
              >
                <PanelContent column={column} device="desktop" />
              </FloatingPanel>
            );
          })}
          {layout?.columns.length === 0 && <EmptyCanvas />}
        </main>
        {form !== null && (
          <FloatingOrderForm key={form.count} request={form.request} onClose={() => setForm(null)} />
        )}
      </div>
    </DeskContext>
  );
}

function EmptyCanvas() {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>An empty desk.</p>
      <p>Add panels from the drawer on the left, put them where you want them, and save the layout.</p>
    </div>
  );
}
