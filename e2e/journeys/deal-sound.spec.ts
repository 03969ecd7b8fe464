// The sound of an own deal, as far as a machine can hear it: what the page sends to its loudspeaker is measured there.
import { paths } from '@openpit/wire';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

declare global {
  interface Window {
    /** Loudest frequencies that went to the loudspeaker, in hertz, oldest first, each once in a row. */
    heard: number[];
  }
}

/** Listens beside the loudspeaker of each page: nothing that sounds is replaced. */
function listen(): void {
  window.heard = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      console.log('the sound is made ready');
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

// What is recorded of a page is asked of it, which counts as a gesture of its user.
test.use({ trace: 'off' });

test('an own deal sounds, up for a buy and down for a sell, once the browser lets it; until then it is shown as blocked', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct();
  const thandi = await MarketClient.signIn(() => product.url, 'thandi');
  const pieter = await MarketClient.signIn(() => product.url, 'pieter');
  // Her first visit makes her preferences; there she has the sound switched on, and comes back.
  await TradingPage.signIn(page, product.url, 'thandi');
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

  // In a new window she has pressed nothing yet: a reload would keep what the browser has allowed.
  const back = await page.context().newPage();
  await back.addInitScript(listen);
  // Whatever Playwright looks up in a page counts as a gesture of its user: not before the sound was made ready.
  const isMadeReady = back.waitForEvent('console', (message) => message.text() === 'the sound is made ready');
  await back.goto(`${product.url}/app/trading`);
  await isMadeReady;
  const trading = new TradingPage(back);
  await trading.isOpen();
  const blocked = back.getByRole('button', { name: /blocks the sound of deals/ });
  await expect(blocked).toBeVisible();

  const deal = async (at: string, herSide: 'B' | 'S') => {
    const hisSide = herSide === 'B' ? 'S' : 'B';
    await pieter.insertOrder({ requestId: `his-${at}`, side: hisSide, price: 4032, ref: at });
    await thandi.insertOrder({ requestId: `hers-${at}`, side: herSide, price: 4032, ref: at });
    await expect(trading.toast.filter({ hasText: herSide === 'B' ? 'Bought' : 'Sold' }).last()).toBeVisible();
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
  // Deals within a second are one sound, so the next one waits until the first is over.
  await back.waitForFunction((since) => Date.now() - since > 1_100, await back.evaluate(() => Date.now()));
  await deal('sold', 'S');
  await expect.poll(heard).toEqual([880, 660]);
});
