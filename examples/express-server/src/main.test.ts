import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ExampleProcess, HAS_CURL, pasteLine, startProcess } from '@portcullis/example-shared/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
const GREETED = /Ctrl-C stops everything/;
const ROOT = join(import.meta.dirname, '../../..');

/** The expected results of the printed commands. */
const COMMAND_OUTPUTS: Readonly<Record<string, object>> = {
  validate: { status: 'passed' },
  plan: { validationResults: { status: 'passed' }, plan: { operation: 'create' } },
};

/** Runs a script of the repository's package.json, past the step that makes the workspace ready. */
async function runScript(script: string, ...parameters: readonly string[]): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const [, ...fixed] = String(scripts[`${script}:app`]).split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [...fixed, ...parameters], { cwd: ROOT });
  return stdout;
}

let dataFolder: string;
const start = (...flags: string[]) =>
  startProcess(MAIN, { PORT: '0', RECEIVER_PORT: '0', TARGET_PORT: '0', DATA_FOLDER: dataFolder }, flags);

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'portcullis-example-'));
  // Under root, another account runs the target and needs access to its data.
  await chmod(dataFolder, 0o711);
  if (!HAS_CURL) console.warn('There is no curl on this machine: the printed lines are sent with fetch instead.');
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** The printed lines by their titles. */
function linesOf(output: string): ReadonlyMap<string, string> {
  return new Map([...output.matchAll(/^ {2}# (.+)\n {2}(.+)$/gm)].map(([, title = '', line = '']) => [title, line]));
}

// Windows has no Ctrl-C for a child process, which it only kills.
describe.skipIf(process.platform === 'win32')('the first start', () => {
  let example: ExampleProcess;
  let key: string;
  let firstLines: ReadonlyMap<string, string>;
  const paste = async (title: string, lines = firstLines, as = key): Promise<unknown> =>
    JSON.parse(await pasteLine(lines.get(title) ?? `no line "${title}"`, as));

  async function post(path: string, body: unknown): Promise<unknown> {
    const [, url] = /service +(\S+)/.exec(example.output()) ?? [];
    const headers = { authorization: key, 'content-type': 'application/json' };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  }

  beforeAll(async () => {
    example = start();
    await example.printed(GREETED);
    key = /export PORTCULLIS_API_KEY=(\S+)/.exec(example.output())?.[1] ?? '';
    firstLines = linesOf(example.output());
  });

  afterAll(() => example[Symbol.asyncDispose]());

  it('prints the two allowed loopback addresses', () => {
    expect(example.output()).toMatch(/^ {2}target {5}127\.0\.0\.1:\d+.*\n {2}receiver {3}http:\/\/127\.0\.0\.1:\d+/m);
    expect(example.output()).toContain('to this target and this receiver only');
  });

  it('responds to GET /metrics from this machine, without a key', async () => {
    const [, url = ''] = /service +(\S+)/.exec(example.output()) ?? [];
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toMatch(/^portcullis_webhook_pending \d+$/m);
  });

  it('prints the lines of the README', async () => {
    const [, url = ''] = /service +(\S+)/.exec(example.output()) ?? [];
    const printed = [...firstLines].map(([title, line]) => `# ${title}\n${line}\n`).join('');
    const usual = printed
      .replaceAll(url, 'http://127.0.0.1:3000')
      .replaceAll(dataFolder, 'examples/express-server/data');
    expect(await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8')).toContain(
      `\`\`\`sh\n${usual}\`\`\`\n`,
    );
  });

  it('prints the entries of the form of the console, which are those of the printed requests', async () => {
    const { config } = JSON.parse(await readFile(join(dataFolder, 'requests', 'integration.json'), 'utf8'));
    const printed = (label: string) => new RegExp(`^ {4}${label} {2,}(.+)$`, 'm').exec(example.output())?.[1];
    expect(printed('Host')).toBe(config.host);
    expect(printed('Port')).toBe(String(config.port));
    expect(printed('Database')).toBe(config.database);
    expect(printed('Initial database')).toBe(config.initialDatabase);
    expect(printed('User name')).toBe(config.username);
    expect(printed('Password')).toBe(config.password);
  });

  it('prints commands that validate and plan without the server', async () => {
    const lines = [...example.output().matchAll(/^ {2}npm run (portcullis) -- (\w+) (\S+)$/gm)];
    expect(lines.map(([, , command]) => command)).toEqual(['validate', 'plan']);
    for (const [, script = '', command = '', file = ''] of lines) {
      expect(JSON.parse(await runScript(script, command, file, '--json'))).toMatchObject(
        COMMAND_OUTPUTS[command] ?? {},
      );
    }
  });

  it('refuses to run twice on the same data', async () => {
    await using other = start();
    expect(await other.exited).toBe(1);
    expect(other.output()).toMatch(`The example cannot start: another example runs on ${join(dataFolder, 'target')}.`);
  });

  it('refuses to connect to other ports of this machine', async () => {
    const [, receiverPort = ''] = /^ {2}receiver {3}http:\/\/127\.0\.0\.1:(\d+)/m.exec(example.output()) ?? [];
    const [, targetPort = ''] = /^ {2}target {5}127\.0\.0\.1:(\d+)/m.exec(example.output()) ?? [];
    const integration = JSON.parse(await readFile(join(dataFolder, 'requests', 'integration.json'), 'utf8'));
    const webhook = JSON.parse(await readFile(join(dataFolder, 'requests', 'webhook.json'), 'utf8'));
    integration.config.port = Number(receiverPort);
    webhook.webhooks[0].url = `http://127.0.0.1:${targetPort}/`;
    expect(await post('/integrations', integration)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(`nly these ports may be used here: ${targetPort}`),
    });
    expect(await post('/webhooks', webhook)).toMatchObject({ errors: [{ code: 'WEBHOOK_URL_REFUSED' }] });
  });

  it('prints commands that work if they are pasted in order', async () => {
    expect(await paste('Dry run: tests and plan')).toMatchObject({
      validationResults: { status: 'passed' },
      plan: { operation: 'create' },
    });
    expect(await paste('Register the receiver')).toMatchObject({ createdWebhooks: [{ id: 1 }], errors: [] });
    expect(await paste('Create')).toMatchObject({ id: '1', status: 'creating' });
    expect(await paste('Poll until it is enabled')).toEqual({ id: 1, status: 'enabled' });
    expect(await paste('Get')).toMatchObject({
      id: '1',
      status: 'enabled',
      type: 'Redshift',
      config: { password: '[REDACTED]' },
    });
    expect(await paste('List')).toMatchObject([{ id: '1' }]);
    await example.printed(/delivery .*from creating to enabled\. \(signature verified\)/);
    expect(await paste('What was delivered')).toMatchObject({ records: expect.any(Array) });
    expect(await paste('Deliver again')).toMatchObject({ statusCode: 200 });
    expect(await paste('Create for Trino')).toMatchObject({ id: '2' });
    expect(await paste('Key and files for the cluster')).toMatchObject({ key: expect.any(String) });
    expect(await paste('Delete')).toMatchObject({ id: '1', status: 'deleting' });
    expect(await paste('Poll until it is deleted')).toEqual({ id: 1, status: 'deleted' });
    await example.printed(/delivery .*from deleting to deleted\. \(signature verified\)/);
  });

  it('stops on Ctrl-C with exit code 0, ends streams in order, and leaves no process behind', async () => {
    const [, url] = /service +(\S+)/.exec(example.output()) ?? [];
    const stream = await fetch(`${url}/integrations/2/operations`, {
      headers: { authorization: key, accept: 'text/event-stream' },
    });
    expect(stream.headers.get('content-type')).toMatch('text/event-stream');
    const ended = stream.text().then(
      () => 'in order',
      (error: unknown) => String(error),
    );
    expect(await example.interrupt()).toEqual({ exit: 0, leftBehind: [] });
    expect(await ended).toBe('in order');
  });

  it('prints the key once, the two secrets that a form needs once, and no other secret', async () => {
    expect(example.output().split(key)).toHaveLength(2);
    const printed = { 'receiver-secret': 1, 'target-administrator-password': 1 };
    for (const [file, times] of Object.entries({
      ...printed,
      'secret-key': 0,
      'target-superuser-password': 0,
    })) {
      const secret = (await readFile(join(dataFolder, file), 'utf8')).trim();
      expect(example.output().split(secret), file).toHaveLength(times + 1);
      expect((await stat(join(dataFolder, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('keeps all data for the second start', async () => {
    await using second = start();
    await second.printed(GREETED);
    expect(second.output()).not.toContain(key);
    expect(second.output()).toContain('npm start -- --new-admin-key');
    const lines = linesOf(second.output());
    expect(await paste('List', lines)).toMatchObject([{ id: '2', type: 'Trino', status: 'enabled' }]);
    expect(await paste('Register the receiver', lines)).toMatchObject({ createdWebhooks: [{ id: 2 }] });
    expect(await paste('Create', lines)).toMatchObject({ id: '3', status: 'creating' });
    expect(await paste('Poll until it is enabled', lines)).toEqual({ id: 3, status: 'enabled' });
    await second.printed(/delivery .*from creating to enabled\. \(signature verified\)/);
    expect(await second.interrupt()).toEqual({ exit: 0, leftBehind: [] });
  });

  it('issues another key on request, and offers another database while the first one is in use', async () => {
    await using third = start('--new-admin-key');
    await third.printed(GREETED);
    const [, newKey = ''] = /export PORTCULLIS_API_KEY=(\S+)/.exec(third.output()) ?? [];
    expect(newKey).not.toBe(key);
    const lines = linesOf(third.output());
    expect(await paste('List', lines, newKey)).toMatchObject([{ id: '2' }, { id: '3', status: 'enabled' }]);
    expect(await paste('Dry run: tests and plan', lines)).toMatchObject({ validationResults: { status: 'passed' } });
    expect(JSON.parse(await readFile(join(dataFolder, 'requests', 'integration.json'), 'utf8'))).toMatchObject({
      config: { database: 'governance_2' },
    });
    expect(await third.interrupt()).toEqual({ exit: 0, leftBehind: [] });
  });
});

it.skipIf(process.platform === 'win32')('reports the cause if it cannot start', async () => {
  await using wrong = startProcess(MAIN, { PORT: 'eighty', DATA_FOLDER: dataFolder });
  expect(await wrong.exited).toBe(1);
  expect(wrong.output()).toBe('The example cannot start: PORT is "eighty": use a port from 0 to 65535.\n');
});
