// The sound of the user's deals, measured in the page on its way to the loudspeaker.
import { paths } from '@openpit/wire';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';

declare global {
  interface Window {
    /** The notes that the page has sent to the loudspeaker, in hertz, oldest first. */
    heard(): Promise<number[]>;
  }
}

/**
 * Records the sound of each page, which the loudspeaker also plays unchanged. A recording misses nothing while the page is busy; a
 * repeated look at the level would.
 */
function listen(): void {
  let tape: MediaStreamAudioDestinationNode;
  let recorder: MediaRecorder;
  const recorded: Blob[] = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      tape = new MediaStreamAudioDestinationNode(this);
      recorder = new MediaRecorder(tape.stream, { mimeType: 'audio/webm;codecs=pcm' });
      recorder.start();
      console.log('the sound is ready');
    }
  };
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) connect.call(this, tape);
    return connect.call(this, to);
  } as AudioNode['connect'];

  window.heard = async () => {
    recorded.push(
      await new Promise<Blob>((resolve) => {
        recorder.ondataavailable = (event) => resolve(event.data);
        recorder.requestData();
      }),
    );
    const file = await new Blob(recorded).arrayBuffer();
    if (file.byteLength === 0) return [];
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(file);
    const samples = sound.getChannelData(0);
    // A note is a run of periods of the same length, each from one rise through zero to the next.
    const notes: { readonly hertz: number; periods: number }[] = [];
    let lastRise = 0;
    for (let i = 1; i < samples.length; i++) {
      if (!((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0)) continue;
      const hertz = Math.round(sound.sampleRate / (i - lastRise) / 20) * 20;
      lastRise = i;
      const note = notes.at(-1);
      if (note?.hertz === hertz) note.periods++;
      else notes.push({ hertz, periods: 1 });
    }
    return notes.filter((note) => note.periods > 20).map((note) => note.hertz);
  };
}

// Recording a trace evaluates code in the page, which counts as a gesture of the user.
test.use({ trace: 'off' });

test('a dealer hears a buy rise and a sell fall, and sees a button while the browser blocks the sound', async ({
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

  // In a new window nothing was pressed yet. A reload would keep the permissions granted by the browser.
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
  const heard = () => back.evaluate(() => window.heard());
  expect(await heard()).toEqual([]);

  await blocked.click();
  await expect(blocked).toHaveCount(0);
  await deal('bought', 'B');
  await expect.poll(heard).toEqual([660, 880]);
  // Deals within a second make one sound, so the next deal waits until that second is over.
  await back.waitForFunction((since) => Date.now() - since > 1_100, await back.evaluate(() => Date.now()));
  await deal('sold', 'S');
  await expect.poll(heard).toEqual([660, 880, 880, 660]);
});
