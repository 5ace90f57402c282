import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const moduleUrl = pathToFileURL(join(import.meta.dirname, 'run-in-foreground.mjs')).href;
const started: ChildProcess[] = [];

/** Makes a process print "started" and pause after each process that it starts, as on a busy machine. */
const PAUSE_AFTER_SPAWN = `
  import { writeSync } from 'node:fs';
  import processes from 'node:child_process';
  import { syncBuiltinESMExports } from 'node:module';
  const { spawn } = processes;
  processes.spawn = (...input) => {
    const child = spawn(...input);
    writeSync(1, 'started\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    return child;
  };
  syncBuiltinESMExports();
`;

/**
 * Starts a Node that runs `program` in the foreground, and waits for a line. The program exits by itself after some
 * time.
 */
async function startRunning(program: string, before = '', awaited = 'ready') {
  const runner = `
    ${before}
    const { runInForeground } = await import('${moduleUrl}');
    process.exit(await runInForeground(process.cwd(), process.execPath, ['--eval', ${JSON.stringify(program)}]));
  `;
  const running = spawn(process.execPath, ['--input-type=module', '--eval', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(running);
  const lines: string[] = [];
  const output = createInterface({ input: running.stdout });
  await new Promise<void>((resolve) => {
    output.on('line', (line) => {
      lines.push(line);
      if (line === awaited) resolve();
    });
  });
  return { running, lines, ended: once(running, 'exit'), outputEnded: once(output, 'close') };
}

afterEach(() => {
  for (const each of started.splice(0)) each.kill('SIGTERM');
});

/** Responds to a signal with a line, and exits with code 7 a little later than a second key press would come. */
const drains = (name: string) => `
  process.on('${name}', () => { console.log('got ${name}'); setTimeout(() => process.exit(7), 100); });
  setTimeout(() => {}, 60_000);
  console.log('ready');
`;

describe.skipIf(process.platform === 'win32')('runInForeground', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes on a repeated %s once and keeps the exit code',
    async (name) => {
      const { running, lines, ended } = await startRunning(drains(name));
      running.kill(name);
      running.kill(name);
      expect(await ended).toEqual([7, null]);
      expect(lines).toEqual(['ready', `got ${name}`]);
    },
  );

  it('returns the exit code of a shell for a child that was killed by a signal', async () => {
    const { running, ended } = await startRunning("setTimeout(() => {}, 60_000); console.log('ready');");
    running.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  it('forwards a signal that arrives as soon as the child has started', async () => {
    const { running, ended } = await startRunning(
      "setTimeout(() => {}, 60_000); console.log('ready');",
      PAUSE_AFTER_SPAWN,
    );
    running.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  it('leaves no orphan when it is killed with SIGKILL', async () => {
    const { running, lines, outputEnded } = await startRunning(drains('SIGTERM'));
    running.kill('SIGKILL');
    await outputEnded;
    expect(lines).toEqual(['ready', 'got SIGTERM']);
  });

  it('starts no command when it is killed with SIGKILL as soon as the child has started', async () => {
    const { running, lines, outputEnded } = await startRunning(drains('SIGTERM'), PAUSE_AFTER_SPAWN, 'started');
    running.kill('SIGKILL');
    await outputEnded;
    expect(lines).toEqual(['started']);
  });
});

describe('an argument for the Windows shell', async () => {
  const { quoteForCmd } = (await import(moduleUrl)) as { readonly quoteForCmd: (parameter: string) => string };

  it.each([
    ['--project', '--project'],
    ['packages/core', 'packages/core'],
    ['two words', '"two words"'],
    ['', '""'],
    ['--reporter=json', '"--reporter=json"'],
    ['a "quoted" name', '"a \\"quoted\\" name"'],
    ['C:\\my folder\\', '"C:\\my folder\\\\"'],
    ['this & that', '"this & that"'],
  ])('%j is written %s', (parameter, written) => {
    expect(quoteForCmd(parameter)).toBe(written);
  });
});
