// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ActionMenu } from './action-menu.tsx';
import { Dialog } from './dialog.tsx';
import { overlaysId } from './tip-layer.tsx';

const menu = (
  <ActionMenu
    label="Exercise or abandon"
    at={{ left: 0, top: 0 }}
    onClose={() => undefined}
    items={[{ id: 'exercise', label: 'Exercise…', run: () => undefined }]}
  />
);

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('moves the focus to the item under the pointer, so that only one item is highlighted', async () => {
  const items = ['Suspend', 'Cancel'].map((label) => ({ id: label, label, run: () => undefined }));
  render(<ActionMenu label="Orders" at={{ left: 0, top: 0 }} onClose={() => undefined} items={items} />);
  const cancel = await screen.findByRole('menuitem', { name: 'Cancel' });
  expect(document.activeElement?.textContent).toBe('Suspend');
  fireEvent.pointerMove(cancel);
  expect(document.activeElement).toBe(cancel);
});

it.each([
  ['a panel', menu],
  [
    'a dialog',
    <Dialog key="dialog" open onClose={() => undefined}>
      {menu}
    </Dialog>,
  ],
])('shows a menu that opens from %s to screen readers', async (_place, content) => {
  const overlays = document.createElement('div');
  overlays.id = overlaysId;
  const page = document.createElement('div');
  page.append(overlays);
  document.body.append(page);
  render(content);
  expect(await screen.findByRole('menuitem', { name: 'Exercise…' })).toBeDefined();
});
