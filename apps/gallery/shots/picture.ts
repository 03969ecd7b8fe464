// A picture of the gallery: a screen in one state.
import type { Page } from '@playwright/test';

export interface Picture {
  readonly name: string;
  readonly on: 'desktop' | 'phone';
  /** The query of the gallery's address (see main.tsx). */
  readonly query: string;
  readonly themes?: readonly ('light' | 'dark')[];
  readonly size?: { readonly width: number; readonly height: number };
  readonly scale?: number;
  /** Only this part of the window. */
  readonly clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly prepare?: (page: Page) => Promise<void>;
}

export const desk = (name: string, query: string, prepare: Picture['prepare']): Picture => ({
  name,
  on: 'desktop',
  query,
  ...(prepare && { prepare }),
});

export const contractRow = (page: Page, contract: string) =>
  page.getByRole('row', { name: contract }).first();
