// Two dealers of different members, each in their own browser, with DEC26 white maize selected.
import type { Browser } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import type { Product } from './running-product.ts';

export async function twoDealers(
  browser: Browser,
  product: Product,
): Promise<{ readonly thandi: TradingPage; readonly pieter: TradingPage }> {
  const signIn = async (name: 'thandi' | 'pieter') => {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const screen = await TradingPage.signIn(await context.newPage(), product, name);
    await screen.futures.cell('WMAZ', 'DEC26', 'contract').click();
    return screen;
  };
  return { thandi: await signIn('thandi'), pieter: await signIn('pieter') };
}
