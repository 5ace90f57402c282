import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portcullis/testing';
import { QUICK_COMPILER } from '../../../shared/java/quick-compiler.ts';
import { stopProcess } from '../../../shared/processes/stop-process.ts';

/** A file for the coordinator, by its path below the data folder. */
export interface ClusterFile {
  readonly path: string;
  readonly content: string;
}

/** A running coordinator. */
export interface RunningTrino {
  readonly url: string;
  log(): string;
  stop(): Promise<void>;
}

/** The maximum time for a coordinator to start on a busy machine. */
const START_MS = 300_000;

/** Starts a coordinator that is its own worker, with a catalog in memory, on a free port of the loopback address. */
export async function startTrino(
  java: string,
  server: string,
  files: readonly ClusterFile[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningTrino> {
  const data = mkdtempSync(join(tmpdir(), 'portcullis-trino-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  for (const { path, content } of [...ownFiles(url, port), ...files]) {
    mkdirSync(join(data, path, '..'), { recursive: true });
    writeFileSync(join(data, path), content);
  }
  const logFile = join(data, 'server.log');
  const output = openSync(logFile, 'a');
  const child = spawn(
    join(java, 'bin', 'java'),
    [
      '-cp',
      join(server, 'lib', '*'),
      '-Xmx1G',
      '-XX:+UseSerialGC',
      QUICK_COMPILER,
      '--add-modules=jdk.incubator.vector',
      '--enable-native-access=ALL-UNNAMED',
      '-Djdk.attach.allowAttachSelf=true',
      `-Dnode.data-dir=${data}`,
      `-Dconfig=${join(data, 'etc/config.properties')}`,
      `-Dplugin.dir=${join(server, 'plugin')}`,
      'io.trino.server.TrinoServer',
    ],
    { cwd: data, stdio: ['ignore', output, output], env: { ...process.env, ...environment } },
  );
  closeSync(output);
  const log = () => readFileSync(logFile, 'utf8');
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await whenStarted(url, child, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, log, stop };
}

function ownFiles(url: string, port: number): readonly ClusterFile[] {
  return [
    {
      path: 'etc/config.properties',
      content: [
        'coordinator=true',
        'node-scheduler.include-coordinator=true',
        `http-server.http.port=${port}`,
        `discovery.uri=${url}`,
        'node.environment=trial',
        'node.internal-address=127.0.0.1',
        'catalog.config-dir=etc/catalog',
        'query.max-memory=256MB',
        '',
      ].join('\n'),
    },
    { path: 'etc/catalog/memory.properties', content: 'connector.name=memory\n' },
  ];
}

async function whenStarted(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`Trino ended with code ${child.exitCode}:\n${log().slice(-4000)}`);
    const info = await fetch(`${url}/v1/info`).then(
      (response) => response.json() as Promise<{ readonly starting?: boolean }>,
      () => undefined,
    );
    if (info?.starting === false) return;
    await pause(500);
  }
  throw new Error(`Trino did not start within ${START_MS / 1000} s:\n${log().slice(-4000)}`);
}
