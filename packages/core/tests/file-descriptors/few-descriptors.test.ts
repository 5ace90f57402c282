import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createReceiver } from '@portcullis/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const PROCESS = fileURLToPath(new URL('./few-descriptors.ts', import.meta.url));
/** Fewer than receivers. Node itself uses about twenty. */
const DESCRIPTORS = 64;
const RECEIVERS = 100;

interface Outcomes {
  readonly sent: readonly unknown[];
  readonly before: readonly unknown[];
  readonly full: readonly unknown[];
  readonly after: readonly unknown[];
}

/** The limit is that of a POSIX shell. */
describe.skipIf(process.platform === 'win32')(`a process with ${DESCRIPTORS} file descriptors`, () => {
  let outcomes: Outcomes;

  beforeAll(async () => {
    await using receivers = new AsyncDisposableStack();
    const ports: number[] = [];
    for (let count = 0; count < RECEIVERS; count += 1) ports.push(receivers.use(await createReceiver()).port);
    const script = `ulimit -n ${DESCRIPTORS}; exec "$0" --conditions=source "$@"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, PROCESS, ...ports.map(String)]);
    outcomes = JSON.parse(stdout) as Outcomes;
  }, 60_000);

  it(`sends to ${RECEIVERS} receivers, because it closes idle connections`, () => {
    expect(outcomes.sent).toEqual(Array.from({ length: RECEIVERS }, () => 200));
  });

  it('fails locally while no descriptor is free, for addresses and for names', () => {
    expect(outcomes.before).toEqual([200, 'dns ENOTFOUND']);
    expect(outcomes.full).toEqual(['local EMFILE', 'local EMFILE']);
  });

  it('sends again afterwards', () => {
    expect(outcomes.after).toEqual(outcomes.before);
  });
});
