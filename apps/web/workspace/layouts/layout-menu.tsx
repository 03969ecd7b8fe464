// The menu of actions on layouts, except showing and saving them.

import { openDialog } from '../../actions/dialogs.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { starterLayouts } from '../../stores/starter-layouts.ts';
import { ActionMenu, type MenuPlace } from '../../ui/action-menu.tsx';
import {
  CopyIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  PanelIcon,
  PlusIcon,
  UndoIcon,
  UploadIcon,
} from '../../ui/icons.tsx';
import { confirmDelete, confirmReset, exportLayout, importLayout, newLayout } from './layout-actions.ts';
import { duplicateLayout } from './saved-layouts.ts';

interface LayoutMenuProps {
  readonly at: MenuPlace | null;
  readonly onClose: () => void;
}

export function LayoutMenu({ at, onClose }: LayoutMenuProps) {
  const isStored = useLayouts((layouts) => layouts.current?._id != null);
  const isChanged = useLayouts(({ current, base }) => base !== null && current?.isChanged === true);
  return (
    <ActionMenu
      label="More for layouts"
      at={at}
      onClose={onClose}
      items={[
        { id: 'new', label: 'New empty layout', icon: <PlusIcon />, run: () => void newLayout(null) },
        ...starterLayouts.map((starter) => ({
          id: starter.id,
          label: `New: ${starter.name}`,
          icon: <PanelIcon />,
          run: () => void newLayout(starter),
        })),
        {
          id: 'all',
          label: 'All layouts…',
          icon: <PanelIcon />,
          startsSection: true,
          run: () => openDialog({ kind: 'layouts' }),
        },
        {
          id: 'rename',
          label: 'Rename…',
          icon: <EditIcon />,
          run: () => openDialog({ kind: 'rename' }),
        },
        { id: 'duplicate', label: 'Duplicate', icon: <CopyIcon />, run: () => void duplicateLayout() },
        {
          id: 'reset',
          label: 'Reset…',
          icon: <UndoIcon />,
          disabledReason: isChanged ? null : 'Nothing has changed since it was opened or saved.',
          run: () => void confirmReset(),
        },
        {
          id: 'delete',
          label: 'Delete…',
          icon: <DeleteIcon />,
          disabledReason: isStored ? null : 'This layout is not stored.',
          run: () => void confirmDelete(),
        },
        {
          id: 'export',
          label: 'Export as a file',
          icon: <DownloadIcon />,
          startsSection: true,
          run: () => void exportLayout(),
        },
        { id: 'import', label: 'Import a file…', icon: <UploadIcon />, run: () => void importLayout() },
      ]}
    />
  );
}
