import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Projections, type SavedProjections } from '@openpit/projections';
import { openChunkFile, openSnapshots, piecesOf, type Section } from '@openpit/storage';
import { chunkSize, ruleVersion, type VenueSnapshot } from '@openpit/venue';
import { GeneratedRun, RandomValues } from '@openpit/venue/testing';
import { expect, it } from 'vitest';
import {
  hashOfState,
  marketOf,
  snapshotContents,
  stateIn,
  stateInText,
  stateText,
  storedContents,
} from './snapshot-contents.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function ranMarket() {
  const run = new GeneratedRun();
  const projections = new Projections();
  run.onOutcome = (outcome) => void projections.apply(outcome);
  run.open();
  const random = new RandomValues(57);
  for (let at = 0; at < 400; at += 1) {
    const { submission, afterMs } = run.generate(random.below(2 ** 31));
    run.send(submission, afterMs);
  }
  return { venue: run.venue, projections };
}

it('a snapshot without a long list has one section for each state, and the hash of the venue', () => {
  const { venue, projections } = ranMarket();
  const contents = snapshotContents({ venue, projections });
  expect(Object.keys(contents.sections)).toEqual(['venue', 'projections']);
  expect([contents.stateHash, hashOfState(contents.sections)]).toEqual([
    venue.stateHash(),
    venue.stateHash(),
  ]);
});

it('lists that are too long for one text are divided, and are complete again when the file is read', async () => {
  const { venue, projections } = ranMarket();
  const folder = await mkdtemp(join(tmpdir(), 'openpit-sections-'));
  try {
    const snapshots = await openSnapshots(folder);
    await snapshots.put(snapshotContents({ venue, projections }, 7));
    const { snapshot } = await snapshots.latest();
    if (snapshot === undefined) throw new Error('There is no snapshot.');
    expect(Object.keys(snapshot.sections).length).toBeGreaterThan(20);
    expect(hashOfState(snapshot.sections)).toBe(snapshot.stateHash);
    expect(asJson(stateIn(snapshot, 'venue'))).toEqual(asJson(venue.snapshot()));
    expect(asJson(stateIn(snapshot, 'projections'))).toEqual(asJson(projections.save()));
    const ofFormerRules = stateIn({ ...snapshot, ruleVersion: ruleVersion - 1 }, 'venue') as VenueSnapshot;
    expect(ofFormerRules.requests).toEqual(asJson(venue.snapshot().requests));
    const loaded = marketOf(snapshot);
    expect(loaded.venue.stateHash()).toBe(venue.stateHash());
    expect(asJson(loaded.projections.save())).toEqual(asJson(projections.save()));
    const { sections } = snapshot;
    const swapped = Object.fromEntries(Object.entries(sections).toReversed());
    expect(hashOfState(swapped)).not.toBe(snapshot.stateHash);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a state in a text is complete when it is read, and takes less than half of its JSON', () => {
  const { projections } = ranMarket();
  const text = stateText('projections', projections.save(), 7);
  const read = Projections.from(stateInText('projections', text) as SavedProjections);
  expect(asJson(read.save())).toEqual(asJson(projections.save()));
  expect(text.length).toBeLessThan(JSON.stringify(projections.save()).length / 2);
});

it('a snapshot whose bytes are in a file until it is written equals one from memory, and leaves nothing there', async () => {
  const market = ranMarket();
  const folder = await mkdtemp(join(tmpdir(), 'openpit-sections-'));
  const chunks = openChunkFile({ folder, chunkSize });
  try {
    const { contents, drop } = storedContents(market, chunks);
    expect(chunks.written).toBeGreaterThan(2);
    const snapshots = await openSnapshots(folder);
    await snapshots.put(contents);
    const { snapshot } = await snapshots.latest();
    const { sections, ...facts } = snapshotContents(market);
    expect(snapshot).toMatchObject(facts);
    const bytesIn = (of: Readonly<Record<string, Section>>) =>
      Object.entries(of).map(([name, section]) => [name, Buffer.concat([...piecesOf(section)])]);
    expect(bytesIn(snapshot?.sections ?? {})).toEqual(bytesIn(sections));
    drop();
    expect(chunks.written).toBe(0);
  } finally {
    await chunks.close();
    await rm(folder, { recursive: true, force: true });
  }
});
