// Starts the threads of this folder's follower and of the history from TypeScript source, as the journal's is.
import '@openpit/storage/source-worker';
