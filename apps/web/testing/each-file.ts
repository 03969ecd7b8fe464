// Set-up and checks around every test file. All files run in one process and share its modules.
import { afterAll, beforeAll, expect } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { marketInPage } from '../transport/market-in-page.ts';

// By default Testing Library waits one second for elements that appear later: too little on a busy machine. As for every other wait, only
// the limit of the test ends it.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
}

// The file before it may have left a toast, and the toasts of this file would wait behind it.
beforeAll(() => useToasts.setState(noToasts));

afterAll(() =>
  expect(marketInPage(), 'A test left a market in the page, which the next file would call.').toBeNull(),
);
