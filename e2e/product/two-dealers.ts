// Two dealers of different members, each in a browser of his own, on DEC26 white maize: what both sides see.
import type { Browser } from '@playwright/test';
import { TradingPage } from '../pages/trading-page.ts';
import type { RunningProduct } from './running-product.ts';

export async function twoDealers(
  browser: Browser,
  product: RunningProduct,
): Promise<{ readonly thandi: TradingPage; readonly pieter: TradingPage }> {
  const signIn = async (person: 'thandi' | 'pieter') => {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const screen = await TradingPage.signIn(await context.newPage(), product.url, person);
    await screen.futures.cell('WMAZ', 'DEC26', 'contract').click();
    return screen;
  };
  return { thandi: await signIn('thandi'), pieter: await signIn('pieter') };
}
