// What the property test of the whole market prints when it fails is a story that can be read here, and in which the same happens.

import { smallMarket } from '@openpit/venue/testing';
import {
  Draw,
  MarketPlay,
  openingMoves,
  tellLine,
  tellStory,
  wholeMarketGiven,
} from '@openpit/venue/testing/whole-market';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse-scenario.ts';
import { explainDifferences, runScenario } from './run-scenario.ts';
import { StoryFloor } from './testing/story-floor.ts';

/** Rejected for another reason than the one that excuses a name which nobody has, or a line that the market never reads. */
const tellable = /^(?!.*(NOBODY|RICE|XYZ|NONE|NOB|#999999)).*$/;

describe('a play of the whole market, told as a story', () => {
  it('is read as it was told, and the market says and does the same again', async () => {
    const play = new MarketPlay().open();
    const draw = new Draw(11);
    while (play.sent.length < 700) {
      const { submission, afterMs } = play.drawn(draw.below(2 ** 31));
      const line = tellLine(submission);
      if (line !== null && tellable.test(line)) play.send(submission, afterMs);
    }
    const story = tellStory('Seven hundred commands', play);
    expect(story).not.toContain('no words');
    const floor = new StoryFloor();
    const ground = { floor, market: smallMarket, pass: floor.pass };
    const differences = await runScenario(parseScenario(story, 'play.scenario'), ground);
    expect(explainDifferences('play.scenario', differences)).toBe('');
    const happened = (outcomes: typeof floor.outcomes) =>
      outcomes.slice(openingMoves.length).map(({ command, verdict, events }) => ({
        command,
        rejected: verdict.kind === 'rejected' ? verdict.rejection : null,
        events: events.map(({ kind }) => kind),
      }));
    expect(happened(floor.outcomes)).toEqual(happened(play.outcomes));
    expect(wholeMarketGiven.every((line) => story.includes(line))).toBe(true);
  });
});
