// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../../notices/toasts.ts';
import { useMarketRows } from './use-market-rows.tsx';

afterEach(() => {
  cleanup();
  useToasts.setState(noToasts);
});

it('[PANEL-2] says why a key of a deal does nothing on a cell without a contract, and leaves other keys alone', () => {
  const port = createScreenPort(async () => undefined);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ScreenPortContext value={port}>{children}</ScreenPortContext>
  );
  const { result } = renderHook(
    () =>
      useMarketRows<string>({
        isPhone: false,
        targetOf: () => null,
        elsewhereReason: 'Move to its side first.',
      }),
    { wrapper },
  );
  const anchor = { left: 0, top: 0, right: 9, bottom: 9 };
  const press = (key: string) =>
    result.current.listeners.onRowKey?.(key, { row: '4000', columnId: 'strike', anchor, ctrlKey: false });
  expect(press('c')).toBe(false);
  expect(useToasts.getState().showing).toBeNull();
  expect(press('b')).toBe(true);
  expect(useToasts.getState().showing?.message).toBe('Move to its side first.');
});
