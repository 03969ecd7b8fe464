// The menu of a panel. A choice with several answers opens a second menu in the same place.
import { useState } from 'react';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import {
  mainItems,
  type PanelMenuPage,
  type PanelMenuProps,
  pageItems,
  pageTitles,
} from './panel-menu-items.tsx';

interface Place {
  readonly left: number;
  readonly top: number;
}

export function PanelMenu(props: PanelMenuProps) {
  const { name } = props;
  const [open, setOpen] = useState<{ readonly page: PanelMenuPage; readonly at: Place } | null>(null);
  const tools = open === null ? null : props.toolsOf();
  // The first menu closes before the second opens in its place.
  const go = (page: PanelMenuPage) => {
    if (open !== null) setOpen({ page, at: open.at });
  };
  return (
    <>
      <IconButton
        label={`Menu of ${name}`}
        icon={<MoreIcon />}
        size={props.window === null ? 'large' : 'medium'}
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setOpen({ page: 'main', at: { left, top: bottom } });
        }}
      />
      {open !== null && (
        <ActionMenu
          key={open.page}
          label={open.page === 'main' ? `Menu of ${name}` : pageTitles[open.page]}
          at={open.at}
          onClose={() => setOpen(null)}
          items={open.page === 'main' ? mainItems(props, tools, go) : pageItems(open.page, props, tools)}
        />
      )}
    </>
  );
}
