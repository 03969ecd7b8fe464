// The button of a panel's menu. The menu itself is loaded when it opens for the first time.

import { useState } from 'react';
import { placeBelow } from '../ui/action-menu.tsx';
import { IconButton } from '../ui/button.tsx';
import { MoreIcon } from '../ui/icons.tsx';
import { loadedOnDemand, OnDemand } from '../ui/on-demand.tsx';
import type { OpenPanelMenu, PanelMenuProps } from './panel-menu-items.tsx';

const PanelMenuPages = loadedOnDemand(() =>
  import('./panel-menu-items.tsx').then((module) => module.PanelMenuPages),
);

export function PanelMenu(props: PanelMenuProps) {
  const [open, setOpen] = useState<OpenPanelMenu | null>(null);
  return (
    <>
      <IconButton
        label={`Menu of ${props.name}`}
        icon={<MoreIcon />}
        size={props.window === null ? 'large' : 'medium'}
        aria-haspopup="menu"
        onClick={(event) => setOpen({ page: 'main', at: placeBelow(event.currentTarget) })}
      />
      {open !== null && (
        <OnDemand onEscape={() => setOpen(null)}>
          <PanelMenuPages menu={props} open={open} onOpen={setOpen} />
        </OnDemand>
      )}
    </>
  );
}
