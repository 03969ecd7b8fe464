// @vitest-environment happy-dom
// The focus when a dialog opens, in a DOM.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

afterEach(cleanup);

function Desk() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      <Dialog open={open > 0}>
        <Button autoFocus onClick={() => setOpen(2)}>
          Ask
        </Button>
      </Dialog>
      {open > 1 && (
        <ConfirmDialog
          question={{ title: 'Sure?', sentence: 'Really.', confirmLabel: 'Yes', isDestructive: false }}
          onAnswer={() => setOpen(1)}
        />
      )}
    </>
  );
}

it('a dialog and a question over it have the focus where they want it, even while React mounts everything twice', () => {
  render(
    <StrictMode>
      <Desk />
    </StrictMode>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  button('Open').focus();
  fireEvent.click(button('Open'));
  expect(document.activeElement).toBe(button('Ask'));
  fireEvent.click(button('Ask'));
  expect(document.activeElement).toBe(button('Yes'));
});
