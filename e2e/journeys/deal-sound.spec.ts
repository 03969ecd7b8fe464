// The sound of an own deal, measured in the page on its way to the loudspeaker.
import { paths } from '@openpit/wire';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

declare global {
  interface Window {
    /** The loudest frequencies on their way to the loudspeaker, in hertz, oldest first, without repeats in a row. */
    heard: number[];
  }
}

/** Adds a measurement beside the loudspeaker of each page; the sound itself is not changed. */
function listen(): void {
  window.heard = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      console.log('the sound is ready');
    }
  };
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) {
      const ear = new AnalyserNode(this.context, { fftSize: 4096, smoothingTimeConstant: 0 });
      connect.call(this, ear);
      const levels = new Float32Array(ear.frequencyBinCount);
      const timer = setInterval(() => {
        ear.getFloatFrequencyData(levels);
        const loudest = levels.indexOf(Math.max(...levels));
        if ((levels[loudest] ?? 0) < -60 || Number.isNaN(levels[loudest])) return;
        const hertz = Math.round((loudest * ear.context.sampleRate) / ear.fftSize);
        if (Math.abs((window.heard.at(-1) ?? 0) - hertz) > 40) window.heard.push(hertz);
      }, 10);
      setTimeout(() => clearInterval(timer), 3_000);
    }
    return connect.call(this, to);
  } as AudioNode['connect'];
}

// Recording a trace evaluates code in the page, which counts as a gesture of the user.
test.use({ trace: 'off' });

test('a dealer hears an own deal, rising for a buy and falling for a sell, as soon as the browser allows sound; until then a button says that it is blocked', async ({
  page,
  product,
}) => {
  const thandi = await MarketClient.signIn(product, 'thandi');
  const pieter = await MarketClient.signIn(product, 'pieter');
  // The first visit creates the preferences; the sound is switched on there.
  await TradingPage.signIn(page, product, 'thandi');
  await expect(page.getByRole('button', { name: /blocks the sound of deals/ })).toHaveCount(0);
  const kept = (await thandi.get(paths.getUserPreference)).body as {
    _id: string;
    userPreferenceJson: string;
  };
  const document = JSON.parse(kept.userPreferenceJson);
  document.defaults.soundOnDealExecution = true;
  const saved = await thandi.post(paths.updateUserPreference, {
    id: kept._id,
    jsonString: JSON.stringify(document),
  });
  expect(saved.status).toBe(200);

  // In a new window nothing was pressed yet. A reload would keep what the browser has allowed.
  const back = await page.context().newPage();
  await back.addInitScript(listen);
  // Every query of Playwright in a page counts as a gesture of the user, so none comes before the sound is ready.
  const isReady = back.waitForEvent('console', (message) => message.text() === 'the sound is ready');
  await back.goto(`${product.url}/app/trading`);
  await isReady;
  const trading = new TradingPage(back);
  await trading.isOpen();
  const blocked = back.getByRole('button', { name: /blocks the sound of deals/ });
  await expect(blocked).toBeVisible();

  const deal = async (at: string, side: 'B' | 'S') => {
    const opposite = side === 'B' ? 'S' : 'B';
    await pieter.insertOrder({ requestId: `opposite-${at}`, side: opposite, price: 4032, ref: at });
    await thandi.insertOrder({ requestId: `own-${at}`, side, price: 4032, ref: at });
    await expect(trading.toast.filter({ hasText: side === 'B' ? 'Bought' : 'Sold' }).last()).toBeVisible();
  };
  await deal('silent', 'B');
  expect(await back.evaluate(() => window.heard)).toEqual([]);

  await blocked.click();
  await expect(blocked).toHaveCount(0);
  const heard = () => back.evaluate(() => window.heard.map((hertz) => Math.round(hertz / 20) * 20));
  await deal('bought', 'B');
  await expect.poll(heard).toEqual([660, 880]);
  await back.evaluate(() => {
    window.heard = [];
  });
  // Deals within a second make one sound, so the next deal waits until that second is over.
  await back.waitForFunction((since) => Date.now() - since > 1_100, await back.evaluate(() => Date.now()));
  await deal('sold', 'S');
  await expect.poll(heard).toEqual([880, 660]);
});
