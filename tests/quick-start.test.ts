import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@portcullis/testing';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { dump, load } from 'js-yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../docs');
const page = readFileSync(join(docs, 'guide/quick-start.md'), 'utf8');
const CLI = join(import.meta.dirname, '../packages/cli/src/main.ts');
const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;
const run = promisify(execFile);

let folder: string;
let port: number;
let receiverPort: number;
let cluster: RunningPostgres;

beforeAll(async () => {
  // A folder inside the docs, from which the packages of the install line resolve.
  const cache = join(docs, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'quick-start-'));
  cluster = await startPostgres();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await cluster?.stop();
});

/** A PostgreSQL server replaces the reader's cluster, and free ports replace 3000 and 4000. */
async function adapted(text: string, language: string): Promise<string> {
  if (language !== 'yaml')
    return text
      .replaceAll('3000', String(port))
      .replaceAll('4000', String(receiverPort))
      .replace('redshift()', "redshift({ engine: 'postgresql' })");
  const body = load(text) as { autoBootstrap: boolean; config: object };
  const { host, port: clusterPort, user: username, password, database: initialDatabase } = cluster;
  // A manual set-up names the account that its script creates.
  const account = body.autoBootstrap ? { username, password } : {};
  return dump({ ...body, config: { ...body.config, host, port: clusterPort, initialDatabase, ...account } });
}

// These commands need a POSIX shell.
it.skipIf(process.platform === 'win32')('the quick start works block by block, in order', async () => {
  port = await freePort();
  receiverPort = await freePort();
  const environment: Record<string, string | undefined> = { ...process.env };
  const responses: string[] = [];
  const shell = async (line: string) => (await run('sh', ['-c', line], { cwd: folder, env: environment })).stdout;
  let host: ReturnType<typeof spawn> | undefined;
  let receiver: ReturnType<typeof spawn> | undefined;
  try {
    for (const { 1: language = '', 2: block = '', index } of page.matchAll(BLOCK)) {
      const text = await adapted(block, language);
      if (language === 'ts') writeFileSync(join(folder, 'host.mjs'), text);
      if (language === 'yaml') writeFileSync(join(folder, nameBefore(index)), text);
      if (language !== 'sh') continue;
      for (const line of text.trim().split('\n')) {
        if (line.startsWith('curl ')) responses.push(await shell(line));
        else if (line.startsWith('export '))
          environment.PORTCULLIS_SECRET_KEY = await shell(`${line}; printf %s "$PORTCULLIS_SECRET_KEY"`);
        else if (line.startsWith('node ')) {
          host = spawn(process.execPath, ['--conditions=source', ...line.split(' ').slice(1)], {
            cwd: folder,
            env: environment,
          });
          environment.PORTCULLIS_API_KEY = await printed(host, /export PORTCULLIS_API_KEY=(\S+)/);
        } else if (line.startsWith('WEBHOOK_SECRET=')) {
          const command = line.replace('npx portcullis', `exec ${process.execPath} --conditions=source ${CLI}`);
          receiver = spawn('sh', ['-c', command], { cwd: folder });
          await printed(receiver, /Listening on (\S+)/);
        } // The suite of a release follows these lines with archives: interop, publishing.
        else expect(line).toMatch(/^npm (start|run pack -- core .*|install \.\.\/portcullis\/packed\/\*\.tgz .*)$/);
      }
    }
  } finally {
    host?.kill();
    receiver?.kill();
  }
  expect(responses).toHaveLength(8);
  const [types = '', dryRun = '', created = '', status = '', first, second, webhook = '', test = ''] = responses;
  expect((JSON.parse(types) as { type: string }[]).map(({ type }) => type)).toEqual(['Redshift', 'Trino']);
  expect(JSON.parse(dryRun)).toMatchObject({ validationResults: { status: expect.stringMatching(/passed|warning/) } });
  expect(JSON.parse(dryRun).plan.steps.length).toBeGreaterThan(3);
  expect(JSON.parse(created)).toMatchObject({ id: '1', status: 'creating' });
  expect(JSON.parse(status)).toMatchObject({ id: 1, status: expect.stringMatching(/creating|enabled/) });
  expect(first).toMatch(/CREATE USER/);
  expect(second).toMatch(/CREATE SCHEMA/);
  expect(JSON.parse(webhook)).toMatchObject({ createdWebhooks: [{ id: 1 }], errors: [] });
  expect(JSON.parse(test)).toMatchObject({ notificationType: 'webhookTest', statusCode: 204 });
});

/** Returns the name under which the text before a block says to save it. */
function nameBefore(index: number): string {
  return (
    page
      .slice(0, index)
      .match(/(?<=`)[\w-]+\.yaml(?=`)/g)
      ?.at(-1) ?? ''
  );
}

/** Resolves with the first group of a pattern in what a program prints. */
async function printed(program: ReturnType<typeof spawn>, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const [, found] = pattern.exec(output) ?? [];
      if (found) resolve(found);
    };
    program.stdout?.setEncoding('utf8').on('data', read);
    program.stderr?.setEncoding('utf8').on('data', read);
    program.once('exit', () => reject(new Error(`The program ended:\n${output}`)));
  });
}
