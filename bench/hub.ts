// Measures the hub server: the cost of a broadcast compared with others, the delays under full load, and the effect of
// stalled clients on the others. Clients run in another process; the server is the compiled one.
import { measureBroadcast } from './hub/broadcast.ts';
import { measureFullLoad } from './hub/full-load.ts';

export async function run(): Promise<void> {
  await measureBroadcast();
  await measureFullLoad();
}
