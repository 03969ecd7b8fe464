// The contents of a snapshot: the states of venue and projections after the same command.
import type { Projections } from '@openpit/projections';
import type { NewSnapshot } from '@openpit/storage';
import { ruleVersion, type Venue } from '@openpit/venue';

export type SnapshotContents = NewSnapshot;

export function snapshotContents(venue: Venue, projections: Projections): SnapshotContents {
  const encoder = new TextEncoder();
  return {
    seq: venue.lastSeq,
    ruleVersion,
    stateHash: venue.stateHash(),
    sections: {
      venue: encoder.encode(JSON.stringify(venue.snapshot())),
      projections: encoder.encode(JSON.stringify(projections.save())),
    },
  };
}
