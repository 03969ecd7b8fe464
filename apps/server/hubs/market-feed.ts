// What the market says over the hub: changes of ordered sets at once, in order, to those who may see them; prices and
// depth twenty times a second, the newest state rather than every step; a sign of life each second (design §4.3).
import type { DepthChange, MarketChange, OutcomeChanges, Projections } from '@openpit/projections';
import { audienceName } from '@openpit/projections';
import type { Outcome } from '@openpit/venue';
import { announcementsGroup, contractGroup, depthGroup, feedGroup, userGroup } from './group-names.ts';
import type { MarketHub } from './market-hub.ts';

const tickMs = 50;
const signOfLifeMs = 1_000;

export interface MarketFeed {
  /** Tells what an outcome changed. */
  tell(outcome: Outcome, changes: OutcomeChanges): void;
  /** Tells everyone that the venue takes no more commands. */
  tellStopped(): void;
  stop(): void;
}

export function startMarketFeed(hub: MarketHub, projections: Projections, epoch: string): MarketFeed {
  const ticks = setInterval(() => {
    for (const change of projections.market.takeChanges()) tellRow(change);
    for (const { contract, change } of projections.depth.takeChanges()) tellDepth(contract, change);
  }, tickMs);
  const signs = setInterval(() => {
    hub.group(feedGroup).send('MarketDisplay', { asOf: projections.lastSeq, rows: [] });
  }, signOfLifeMs);
  ticks.unref();
  signs.unref();

  const tellRow = ({ contract, change, whole }: MarketChange) => {
    const asOf = projections.lastSeq;
    const complete = hub.message('MarketDisplay', { asOf, rows: [whole] });
    hub.group(contractGroup(contract)).conflate('row', {
      update: hub.message('MarketDisplay', { asOf, rows: [change] }),
      whole: () => complete,
    });
  };

  const tellDepth = (contract: string, { updates, prev, seq, whole }: DepthChange) => {
    const DisplaySeq = projections.directory.contract(contract)?.displaySeq ?? 0;
    const complete = hub.message('DepthSnapshot', { DisplaySeq, DepthRows: whole.rows, seq });
    hub.group(depthGroup(DisplaySeq)).conflate('depth', {
      update: hub.message('DepthSnapshotUpdate', { DisplaySeq, Updates: updates, prev, seq }),
      whole: () => complete,
    });
  };

  return {
    tell(outcome, { dataSets, announcements, rightsOf }) {
      for (const { audience, dataSetId, rows, removed, prev, seq } of dataSets)
        hub
          .group(audienceName(audience))
          .send('DataSetUpdate', { dataSetId, rows, removed, epoch, prev, seq });
      for (const announcement of announcements)
        hub.group(announcementsGroup).send('MarketAnnouncement', announcement);
      // What a user himself changed he knows; what an operator changed he must be told.
      if (outcome.by.kind !== 'user')
        for (const userId of rightsOf)
          hub.group(userGroup(userId)).send('InfoErrorMessage', {
            message: 'Your permissions were changed by the operator.',
            topic: 'permissions',
          });
    },
    tellStopped() {
      hub.all.send('DownloadsCompleted', 'False');
    },
    stop() {
      clearInterval(ticks);
      clearInterval(signs);
    },
  };
}
