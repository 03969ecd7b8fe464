// The hub library: what a broadcast costs beside others, whether a full floor keeps its pace, and what clients that read
// nothing cost the rest. Clients run in another process; the server is the compiled one.
import { measureBroadcast } from './hub/broadcast.ts';
import { measureFloors } from './hub/floor.ts';

export async function run(): Promise<void> {
  await measureBroadcast();
  await measureFloors();
}
