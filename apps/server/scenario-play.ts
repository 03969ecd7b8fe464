// Plays a market story (docs/scenarios.md) into the running market: its dealers are the market's users, who act through the
// floor as if they sat at their screens.
import { readFile } from 'node:fs/promises';
import type { MarketView } from '@openpit/projections';
import type { Clock, Floor } from '@openpit/venue';
import { OptionsError } from './options.ts';

/** What a story can name in this market. */
export interface StoryCast {
  readonly members: readonly string[];
  readonly clients: readonly string[];
  readonly dealers: readonly {
    readonly member: string;
    readonly code: string;
    readonly name: string;
    readonly userId: string | null;
  }[];
  readonly instruments: readonly string[];
  readonly contracts: readonly {
    readonly contract: string;
    readonly instrument: string;
    readonly tons: number;
  }[];
}

export interface StoryLine {
  readonly line: number;
  readonly text: string;
  readonly happened: readonly string[];
}

/** What a player of stories must be: rejects a story that it cannot play before it sends anything of it. */
export type PlayScenario = (play: {
  readonly text: string;
  readonly file: string;
  readonly floor: Floor;
  readonly clock: Clock;
  readonly pace: number;
  readonly cast: StoryCast;
  readonly onLine: (line: StoryLine) => void;
}) => { readonly finished: Promise<void>; stop(): Promise<void> };

export interface StoryFile {
  readonly file: string;
  readonly text: string;
}

/** Throws OptionsError when the file cannot be read. */
export async function readStoryFile(file: string): Promise<StoryFile> {
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OptionsError(`--scenario: the story ${file} cannot be read (${why}).`);
  }
}

export interface StoryParts {
  readonly playScenario: PlayScenario;
  readonly story: StoryFile;
  /** Seconds of the story in a second of the clock. */
  readonly pace: number;
  readonly floor: Floor;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly onLine: (line: StoryLine) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Begins at once; returns the way to stop. Throws the player's error for a story that this market cannot play. */
export function startStory(parts: StoryParts): () => Promise<void> {
  const { playScenario, story, view, onFailure, ...market } = parts;
  const { finished, stop } = playScenario({ ...market, ...story, cast: storyCast(view) });
  finished.catch(onFailure);
  return () => stop().catch(onFailure);
}

export function storyCast({ directory, rights }: MarketView): StoryCast {
  const { members, clients, dealers, instruments, contracts } = directory.save();
  const tons = new Map(instruments.map(({ code, tonsPerContract }) => [code, tonsPerContract]));
  const userIds = new Map(rights.all().map(({ member, dealer, userId }) => [`${member}/${dealer}`, userId]));
  return {
    members: members.map(({ code }) => code),
    clients: clients.map(({ code }) => code),
    dealers: dealers.map(({ member, code, name }) => ({
      member,
      code,
      name,
      userId: userIds.get(`${member}/${code}`) ?? null,
    })),
    instruments: instruments.map(({ code }) => code),
    contracts: contracts.map(({ contract, instrument }) => ({
      contract,
      instrument,
      tons: tons.get(instrument) ?? 1,
    })),
  };
}
