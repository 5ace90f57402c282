import { match } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../publishing/command.ts';
import type { Registry } from '../publishing/registry.ts';
import type { NewMachine } from './new-machine.ts';

/** Milliseconds that a new project takes. */
export interface ProjectTimes {
  readonly installed: number;
  /** From the start of the program until its first response. */
  readonly responded: number;
}

/** The lines that a host adds to those of the README to receive a request. */
const FIRST_REQUEST = `
import { once } from 'node:events';
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
const { key } = await portcullis.apiKeys.issue({ name: 'first key', principal });
const { port } = server.address() as { port: number };
const response = await fetch(\`http://127.0.0.1:\${port}/governance/integrations\`, {
  method: 'POST',
  headers: { authorization: key, 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'Trino' }),
});
console.log(response.status, await response.text());
server.close();
await portcullis.close();
`;

/** Starts a project with the install line and the lines that the README shows under "Mount it". */
export async function tryProject(
  root: string,
  folder: string,
  machine: NewMachine,
  registry: Registry,
): Promise<ProjectTimes> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, install = ''] = /^(npm install .*@portcullis\/core.*)$/m.exec(readme) ?? [];
  const [, lines = ''] = /<!-- mount -->\n```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  match(install, /@portcullis\/http/, 'The README shows no line that installs the packages.');
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, '.npmrc'), registry.settings);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(project, 'host.ts'), `${lines}${FIRST_REQUEST}`);
  const environment = { ...machine.environment, PORTCULLIS_SECRET_KEY: Buffer.alloc(32).toString('base64') };
  const names = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const run = (line: string) => runCommand('env', ['-i', ...names, 'sh', '-c', line], { folder: project });
  const start = performance.now();
  await run(install);
  const installed = performance.now() - start;
  match(await run('node host.ts'), /^201 .*"id":"1"/m);
  return { installed, responded: performance.now() - start - installed };
}
