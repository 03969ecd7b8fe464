// What an empty workspace offers: a starter layout, a layout from a file, or single panels.
import { starterLayouts } from '../../stores/starter-layouts.ts';
import { Button } from '../../ui/button.tsx';
import { importLayout, newLayout } from '../layouts/layout-actions.ts';
import styles from './empty-workspace.module.css';

export function EmptyWorkspace() {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>This layout is empty.</h2>
      <p>Begin with a layout and change it as you like:</p>
      <ul className={styles.starters}>
        {starterLayouts.map((starter) => (
          <li key={starter.id}>
            <button type="button" className={styles.starter} onClick={() => void newLayout(starter)}>
              <span className={styles.name}>{starter.name}</span>
              <span className={styles.purpose}>{starter.purpose}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>Or add panels from the drawer on the left, arrange them, and save the layout.</p>
      <p>
        <Button onClick={() => void importLayout()}>Import a layout…</Button>
      </p>
    </div>
  );
}
