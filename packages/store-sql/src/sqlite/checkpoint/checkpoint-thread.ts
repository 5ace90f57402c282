import { Worker } from 'node:worker_threads';

/** The result of a checkpoint. */
export interface CheckpointResult {
  /** True when another connection blocked it, or the disk failed, so that not all pages were copied. */
  readonly busy: boolean;
  /** Pages in the log; 0 if the disk failed. */
  readonly pages: number;
}

/** A thread with its own connection that copies the log into the file. */
export interface CheckpointThread {
  /** Copies as many pages as possible while other connections write. */
  copy(): Promise<CheckpointResult>;
  /** Copies the remaining pages, and blocks writers during this time; the next writer restarts the log. */
  finish(): Promise<CheckpointResult>;
  /** Resolves when the thread has closed the file. */
  stop(): Promise<void>;
}

/** Milliseconds that `finish` waits for writers of other threads. */
const TIMEOUT_MS = 20;

/**
 * The code of the thread. It is a string, because a host that is bundled into one file has no second file for a thread.
 * It copies twice, so that SQLite syncs most of the file before the second copy blocks writers.
 */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
process.removeAllListeners('warning');
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(workerData.file);
database.exec('pragma busy_timeout = ${TIMEOUT_MS}; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
const passive = database.prepare('pragma wal_checkpoint(passive)');
const full = database.prepare('pragma wal_checkpoint(full)');
parentPort.on('message', (mode) => {
  try {
    if (mode === 'copy') passive.get();
    const { busy, log } = (mode === 'copy' ? passive : full).get();
    parentPort.postMessage({ busy: busy !== 0, pages: log });
  } catch {
    parentPort.postMessage({ busy: true, pages: 0 });
  }
});
`;

/**
 * Starts the thread, which keeps the process alive only while writers wait for it.
 *
 * @param failed - called once or twice if the thread cannot start, or when it ends, also after a stop. Pending requests
 * get no response.
 * @throws Error if the process is not permitted to start threads.
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
      // The process must stay alive until the response, because writers wait for it.
      worker.ref();
      return ask('finish');
    },
    async stop() {
      stopping = true;
      await worker.terminate();
    },
  };
}
