// The follower's thread: a second venue that handles the same commands a moment later. Snapshots are taken from it, so that the
// market itself never pauses for one.
import { openChunkFile, openSnapshots, serveThread, unpack } from '@openpit/storage';
import { chunkSize } from '@openpit/venue';
import { decodeCommand } from './command-codec.ts';
import type { FollowerProtocol } from './follower-messages.ts';
import { marketOf, storedContents } from './snapshot-contents.ts';

serveThread<FollowerProtocol>((start) => {
  const chunks = openChunkFile({ folder: start.snapshotFolder, chunkSize });
  const market = marketOf(start.state, chunks);
  const { venue, projections } = market;
  let stored: ReturnType<typeof storedContents> | null = null;
  let spentMs = 0;

  return {
    onNotice: (commands) => {
      const begunAt = performance.now();
      for (const bytes of unpack(commands))
        projections.apply(venue.handle(decodeCommand(venue.lastSeq + 1, bytes)));
      spentMs += performance.now() - begunAt;
    },
    calls: {
      keep: (_, reply) => {
        // The previous state could not be written.
        stored?.drop();
        stored = storedContents(market, chunks);
        spentMs = 0;
        const { seq, stateHash } = stored.contents;
        reply.send({ seq, stateHash });
      },
      spent: (_, reply) => reply.send(spentMs),
      write: async (_, reply) => {
        // A thread that was started again since has kept nothing.
        const writing = stored;
        if (writing === null) throw new Error('no state is kept');
        await (await openSnapshots(start.snapshotFolder)).put(writing.contents);
        writing.drop();
        stored = null;
        reply.send(undefined);
      },
    },
  };
});
