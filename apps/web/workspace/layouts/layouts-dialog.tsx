// All stored layouts of the user, for desktops and phones. Each can be shown on its kind of device, renamed and deleted. The
// layout on screen can be saved, saved under another name and reset.
import { maxLayoutsPerUser } from '@openpit/wire';
import { useId, useState } from 'react';
import { openDialog } from '../../actions/dialogs.ts';
import { panelEntry } from '../../panels/registry.ts';
import { useDeviceKind } from '../../stores/device-kind.ts';
import type { SavedLayout } from '../../stores/layout-choice.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { Button, IconButton, ScrollRegion } from '../../ui/button.tsx';
import { HeadedDialog } from '../../ui/dialog.tsx';
import { CheckIcon, DeleteIcon, EditIcon, PanelIcon } from '../../ui/icons.tsx';
import { confirmDelete, confirmReset, panelsText, showLayout } from './layout-actions.ts';
import styles from './layouts-dialog.module.css';
import { NameDialog } from './name-dialog.tsx';
import { renameLayout, saveLayout } from './saved-layouts.ts';

export function LayoutsDialog({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const isPhone = useDeviceKind() === 'mobile';
  const { saved, current, base } = useLayouts();
  const [renamed, setRenamed] = useState<SavedLayout | null>(null);
  const canReset = base !== null && current?.isChanged === true;
  const groups = [
    { title: 'For a phone', isMobile: true },
    { title: 'For a desktop', isMobile: false },
  ];
  return (
    <>
      <HeadedDialog
        title="Layouts"
        titleId={titleId}
        note={`${saved.length} of ${maxLayoutsPerUser} stored`}
        closeLabel="Close the layouts"
        closeHasFocus
        className={styles.paper}
        onClose={onClose}
      >
        <ScrollRegion className={styles.groups} aria-labelledby={titleId}>
          {(isPhone ? groups : groups.toReversed()).map(({ title, isMobile }) => {
            const layouts = saved.filter(({ document }) => document.isMobile === isMobile);
            return (
              <section key={title} aria-label={title}>
                <h3 className={styles.caption}>{title}</h3>
                {layouts.length === 0 && <p className={styles.none}>None is stored.</p>}
                <ul className={styles.list}>
                  {layouts.map((layout) => (
                    <LayoutLine
                      key={layout._id}
                      layout={layout}
                      isOnScreen={layout._id === current?._id}
                      canBeShown={isMobile === isPhone}
                      onShow={() => {
                        onClose();
                        void showLayout(layout);
                      }}
                      onRename={() => setRenamed(layout)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </ScrollRegion>
        <footer className={styles.foot}>
          <span className={styles.now}>
            On screen: {current?.document.name}
            {current?._id === null ? ', not stored' : current?.isChanged ? ', changed' : ''}
          </span>
          <Button variant="primary" onClick={() => void saveLayout()}>
            Save
          </Button>
          <Button onClick={() => openDialog({ kind: 'saveAs' })}>Save as…</Button>
          <Button
            disabledReason={canReset ? null : 'Nothing has changed since it was opened or saved.'}
            onClick={() => void confirmReset()}
          >
            Reset…
          </Button>
        </footer>
      </HeadedDialog>
      {renamed !== null && (
        <NameDialog
          title="Rename the layout"
          confirmLabel="Rename"
          initial={renamed.document.name}
          onName={(name) => renameLayout(renamed._id, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}

function LayoutLine(props: {
  readonly layout: SavedLayout;
  readonly isOnScreen: boolean;
  readonly canBeShown: boolean;
  readonly onShow: () => void;
  readonly onRename: () => void;
}) {
  const { layout, isOnScreen, canBeShown } = props;
  const { name, isMobile, columns } = layout.document;
  const [first] = columns;
  const shows =
    isMobile && first !== undefined ? panelEntry(first.component)?.title : panelsText(layout.document);
  return (
    <li className={styles.line}>
      <Button
        variant="quiet"
        className={styles.show}
        aria-current={isOnScreen || undefined}
        disabledReason={canBeShown ? null : `It is shown on a ${isMobile ? 'phone' : 'desktop'}.`}
        onClick={props.onShow}
      >
        {isOnScreen ? <CheckIcon /> : <PanelIcon />}
        <span className={styles.name}>{name}</span>
        <span className={styles.shows}>{shows}</span>
      </Button>
      <IconButton label={`Rename ${name}`} icon={<EditIcon />} onClick={props.onRename} />
      <IconButton label={`Delete ${name}`} icon={<DeleteIcon />} onClick={() => void confirmDelete(layout)} />
    </li>
  );
}
