import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@portcullis/testing';
import { runCommand } from './command.ts';
import type { PublishingCase, Stage } from './stage.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/guide/quick-start.md');
/** The Node of a reader who builds an application. */
const NODE = '24';

/**
 * The install path of the guide, with its own lines, in an empty folder with npm alone and no registry of this suite. The rest of the
 * guide is a test of the repository: `tests/quick-start.test.ts`.
 */
export const QUICK_START_CASES: readonly PublishingCase[] = [
  { name: 'the quick start installs archives as printed, and its host serves', run: followQuickStart },
];

async function followQuickStart(stage: Stage): Promise<undefined> {
  const page = readFileSync(PAGE, 'utf8');
  const folder = join(stage.scratch, 'quick-start/application');
  mkdirSync(folder, { recursive: true });
  // The guide names the clone "portcullis", beside the folder of the application.
  symlinkSync(stage.rehearsal.folder, join(folder, '../portcullis'), 'dir');
  const line = (beginning: string): string => {
    const found = page.split('\n').find((each) => each.startsWith(beginning));
    ok(found, `The guide has no line "${beginning}…".`);
    return found;
  };
  await stage.rehearsal.run('sh', '-c', line('npm run pack'));
  const node = stage.tools.nodes.get(NODE) ?? process.execPath;
  const secret = Buffer.alloc(32, 7).toString('base64');
  const environment = {
    PATH: `${dirname(node)}:${process.env.PATH}`,
    NODE_OPTIONS: '',
    PORTCULLIS_SECRET_KEY: secret,
  };
  await runCommand('sh', ['-c', line('npm install')], { folder, environment });
  const port = await freePort();
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  writeFileSync(join(folder, 'host.mjs'), program.replace('3000', String(port)));
  const child = spawn('sh', ['-c', `exec ${line('node host.mjs')}`], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  try {
    const key = await printedKey(child);
    const types = await fetch(`http://127.0.0.1:${port}/governance/integrations/types`, {
      headers: { authorization: key },
    });
    const names = ((await types.json()) as readonly { readonly type: string }[]).map(({ type }) => type);
    deepStrictEqual(names.toSorted(), ['Redshift', 'Trino']);
    const console = await fetch(`http://127.0.0.1:${port}/governance/console/`);
    match(await console.text(), /<title>.*Portcullis/);
  } finally {
    await stop(child);
  }
  return undefined;
}

/** Resolves with the API key that the host prints. */
async function printedKey(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (text: string): void => {
      printed += text;
      const [, key] = /^export PORTCULLIS_API_KEY=(\S+)$/m.exec(printed) ?? [];
      if (key) resolve(key);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.on('exit', () => reject(new Error(`The host of the guide ended: ${printed}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
