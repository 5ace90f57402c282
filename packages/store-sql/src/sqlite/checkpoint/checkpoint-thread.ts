import { Worker } from 'node:worker_threads';

/** The result of a checkpoint. */
export interface CheckpointResult {
  /** True when another connection blocked it, so that not all pages were copied. */
  readonly busy: boolean;
  /** Pages in the log. */
  readonly pages: number;
}

/** A thread with a connection of its own that copies the log into the file. */
export interface CheckpointThread {
  /** Copies what it can while others write on. */
  copy(): Promise<CheckpointResult>;
  /** Copies all that is left, and keeps writers out meanwhile; the next of them begins the log again. */
  finish(): Promise<CheckpointResult>;
  /** Resolves when the thread has let go of the file. */
  stop(): Promise<void>;
}

/** Milliseconds that `finish` waits for writers of other threads. */
const PATIENCE_MS = 20;

/**
 * A text, since a host that is bundled into one file has no second file for a thread. It copies twice. Little is added
 * before the second time, and where that is all, SQLite syncs the file before it blocks anything.
 */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
process.removeAllListeners('warning');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.file);
database.exec('pragma busy_timeout = ${PATIENCE_MS}; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
const passive = database.prepare('pragma wal_checkpoint(passive)');
const full = database.prepare('pragma wal_checkpoint(full)');
parentPort.on('message', (mode) => {
  if (mode === 'copy') passive.get();
  const { busy, log } = (mode === 'copy' ? passive : full).get();
  parentPort.postMessage({ busy: busy !== 0, pages: log });
});
`;

/**
 * Starts the thread. It keeps the process alive only while writers wait for it.
 *
 * @param failed - told, perhaps twice, when it cannot begin, or ends, also when it is stopped; what was asked of it stays without an answer.
 * @throws Error when the process may not start threads.
 */
export function startCheckpointThread(file: string, failed: () => void): CheckpointThread {
  const worker = new Worker(CODE, {
    eval: true,
    name: 'portcullis-checkpoint',
    workerData: { file },
    execArgv: [],
    env: {},
  });
  worker.unref();
  worker.on('error', failed);
  worker.on('exit', failed);
  let stopping = false;
  const ask = (mode: 'copy' | 'finish'): Promise<CheckpointResult> =>
    new Promise((resolve) => {
      worker.once('message', (result: CheckpointResult) => {
        // The caller that stops the thread waits for its end.
        if (!stopping) worker.unref();
        resolve(result);
      });
      worker.postMessage(mode);
    });
  return {
    copy: () => ask('copy'),
    finish() {
      // Writers wait for the answer: until then there is something to stay for.
      worker.ref();
      return ask('finish');
    },
    async stop() {
      stopping = true;
      await worker.terminate();
    },
  };
}
