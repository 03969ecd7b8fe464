// Switches in the header of a panel: buttons, or in a narrow panel a menu, so that the header has room for its title.
import { type ReactNode, useState } from 'react';
import { ActionMenu, type MenuPlace, placeBelow } from './action-menu.tsx';
import { IconButton } from './button.tsx';
import { ToolsIcon } from './icons.tsx';
import { PanelTools } from './panel-frame.tsx';
import styles from './panel-toggles.module.css';

export interface PanelToggle {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** The key with the same effect. */
  readonly keyName?: string | undefined;
  readonly isOn: boolean;
  /** The reason why the toggle cannot be switched; null or absent if it can. */
  readonly disabledReason?: string | null;
  readonly onToggle: () => void;
}

interface PanelTogglesProps {
  readonly toggles: readonly PanelToggle[];
}

export function PanelToggles({ toggles }: PanelTogglesProps) {
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  return (
    <PanelTools>
      {toggles.map(({ id, label, icon, keyName, isOn, disabledReason, onToggle }) => (
        <IconButton
          key={id}
          className={styles.button}
          icon={icon}
          label={label}
          keyName={keyName}
          aria-pressed={isOn}
          disabledReason={disabledReason}
          onClick={onToggle}
        />
      ))}
      <IconButton
        className={styles.menu}
        icon={<ToolsIcon />}
        label="Tools"
        aria-haspopup="menu"
        onClick={(event) => setMenuAt(placeBelow(event.currentTarget))}
      />
      <ActionMenu
        label="Tools"
        at={menuAt}
        onClose={() => setMenuAt(null)}
        items={toggles.map(({ isOn, onToggle, ...item }) => ({ ...item, isChecked: isOn, run: onToggle }))}
      />
    </PanelTools>
  );
}
