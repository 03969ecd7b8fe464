// What the bottom navigation has no room for: the other panels.
import type { PanelComponent } from '@openpit/wire';
import { panels } from '../../panels/registry.tsx';
import styles from './more-sheet.module.css';
import { Sheet } from './sheet.tsx';

export const panelsUnderMore = panels.filter((panel) => panel.isUnderMore === true);

export interface MoreSheetProps {
  readonly current: string | undefined;
  readonly onShow: (component: PanelComponent) => void;
  readonly onClose: () => void;
}

export function MoreSheet({ current, onShow, onClose }: MoreSheetProps) {
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
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
