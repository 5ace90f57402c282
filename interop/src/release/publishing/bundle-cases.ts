import { deepStrictEqual, ok } from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLERS } from './bundlers.ts';
import { runCommand } from './command.ts';
import { HOST_PACKAGES, PAGE_PACKAGES, type PublishingCase, type Stage, sharedConsumer } from './stage.ts';

/** The output of the host when everything works. Its last part is a text that a parser of a dependency has located. */
const WORKS = [
  200,
  true,
  'BODY_INVALID',
  'The body is not valid JSON: a property name in double quotes is missing at line 1, column 23.',
];

/** One case for the host with each bundler, and one for the client on a page. */
export const BUNDLE_CASES: readonly PublishingCase[] = Object.keys(BUNDLERS).flatMap((bundler) => [
  {
    name: `a host that ${bundler} has bundled starts without node_modules and serves requests`,
    isLong: bundler !== 'esbuild',
    run: (stage) => bundleHost(stage, bundler),
  },
  {
    name: `a client that ${bundler} has bundled for a page needs nothing of Node`,
    isLong: bundler === 'webpack',
    run: (stage) => bundleClient(stage, bundler),
  },
]);

async function bundleHost(stage: Stage, bundler: string): Promise<string> {
  const folder = await sharedConsumer(stage, HOST_PACKAGES);
  // One copy for each, because another bundler could read a partly copied file.
  const entry = `host-${bundler}.mjs`;
  copyFileSync(join(import.meta.dirname, 'consumer/host.mjs'), join(folder, entry));
  const output = join(stage.scratch, 'bundles', `host-${bundler}`);
  await BUNDLERS[bundler]?.(stage.tools, { folder, entry, output, target: 'node' });
  for (const [line, node] of stage.tools.nodes) {
    // A separate folder, so that nothing is found in parent folders.
    const place = join(stage.scratch, 'places', `${bundler}-${line}`);
    cpSync(output, place, { recursive: true });
    const environment = { STORE_FILE: join(place, 'store.db'), NODE_PATH: '' };
    const printed = await runCommand(node, [join(place, 'bundle.mjs')], {
      folder: place,
      environment,
      limitMs: 60_000,
    });
    deepStrictEqual(JSON.parse(printed), WORKS, `on Node ${line}`);
  }
  return `on Node ${[...stage.tools.nodes.keys()].join(', ')}`;
}

async function bundleClient(stage: Stage, bundler: string): Promise<string> {
  const folder = await sharedConsumer(stage, PAGE_PACKAGES);
  const entry = `page-${bundler}.mjs`;
  writeFileSync(
    join(folder, entry),
    "export { createPortcullisClient, listIntegrations } from '@portcullis/client';\nexport { verifyWebhook } from '@portcullis/client/webhooks';\n",
  );
  const output = join(stage.scratch, 'bundles', `page-${bundler}`);
  mkdirSync(output, { recursive: true });
  await BUNDLERS[bundler]?.(stage.tools, { folder, entry, output, target: 'browser' });
  const text = readFileSync(join(output, 'bundle.mjs'), 'utf8');
  ok(
    !/from\s*["'](?!\.)|require\(|\bnode:|process\.versions|\bBuffer\.from/.test(text),
    'it asks for something of Node',
  );
  const { createPortcullisClient, listIntegrations } = await import(join(output, 'bundle.mjs'));
  const asked: string[] = [];
  const fetchOnce = async (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${request.url} ${request.headers.get('authorization')}`);
    return Response.json([]);
  };
  const client = createPortcullisClient({ baseUrl: 'https://host.example/governance', token: 'k', fetch: fetchOnce });
  deepStrictEqual(await listIntegrations({ client }), []);
  deepStrictEqual(asked, ['GET https://host.example/governance/integrations Bearer k']);
  return `${(text.length / 1024).toFixed(1)} KiB`;
}
