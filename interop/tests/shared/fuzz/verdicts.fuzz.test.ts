import type { Portcullis } from '@portcullis/core';
import { createHttpHandler, type HttpHandler } from '@portcullis/http';
import { type AnyPluginDefinition, configFields, definitionOf } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EveryPlatform,
  type SetUpBody,
  startEveryPlatform,
} from '../../../src/shared/every-platform/start-every-platform.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';
import { type ConnectionRecorder, recordConnections } from '../../../src/shared/outbound/record-connections.ts';
import { fuzzRuns } from './fuzz-runs.ts';

const TYPES = [
  'Snowflake',
  'Databricks',
  'Azure Synapse Analytics',
  'Native S3',
  'Google BigQuery',
  'Redshift',
  'Trino',
];

const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
let platforms: EveryPlatform;
let recorder: ConnectionRecorder;
let portcullis: Portcullis;
let handler: HttpHandler;
const failures: unknown[] = [];

beforeAll(async () => {
  platforms = await startEveryPlatform();
  recorder = recordConnections(platforms.targets);
  const error = (message: string, details?: object): number => failures.push([message, details]);
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error };
  portcullis = await openInMemory({
    plugins: platforms.plugins,
    integrations: { transientRetries: 0 },
    logger,
  });
  handler = createHttpHandler(portcullis, { authenticate: async () => principal, logger });
});

afterAll(async () => {
  await portcullis?.close();
  recorder?.stop();
  await platforms?.stop();
});

/** Wrong values for names, hosts, keys and switches. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '.',
    '..',
    '/',
    '\\',
    "'",
    '"',
    '`',
    ';--',
    '$(x)',
    '$x',
    '%',
    '\n',
    '\0',
  ),
  fc.constantFrom<unknown>(
    'a'.repeat(300),
    'ä',
    '\u2028',
    '\ud800',
    'SNOWFLAKE',
    '[REDACTED]',
    '__proto__',
    'localhost',
    '10.0.0.1',
    '[::1]',
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    { enabled: 'yes' },
    { enabled: true, role: '' },
    'https://a@b/c?d#e',
    'x.example:99999',
  ),
  fc.string({ maxLength: 12 }),
);

/** The changes to a text: its ends, its case, one character inside. */
const bend = fc.constantFrom<(text: string) => string>(
  (text) => text.toUpperCase(),
  (text) => ` ${text} `,
  (text) => `${text}\n`,
  (text) => `${text}.`,
  (text) => text.slice(0, 1),
  (text) => text.replace(/[-@.]/, ''),
  (text) => text.replace('@', '..@'),
  (text) => text.replace(/"client_email":"[^@]*/, '"client_email":"a'),
  (text) => text.replace(/"client_email":"[^@]*/, '"client_email":"-odd.name-'),
  (text) => text.replace(/"project_id":"[^"]*/, '"project_id":"x.y:abcdef'),
  (text) => `${text}'; drop`,
);

type Config = Readonly<Record<string, unknown>>;
type Change = (config: Config) => Config;

function changeAt(path: string, valueFrom: (before: unknown) => unknown): Change {
  const [key = '', ...rest] = path.split('.');
  return (config) => {
    if (rest.length === 0) return { ...config, [key]: valueFrom(config[key]) };
    const inner = typeof config[key] === 'object' && config[key] !== null ? (config[key] as Config) : {};
    return { ...config, [key]: changeAt(rest.join('.'), valueFrom)(inner) };
  };
}

/** One or two changes of a config, each at a field of its schema or at an unknown field. */
function changesOf(definition: AnyPluginDefinition): fc.Arbitrary<readonly Change[]> {
  const paths = [
    ...configFields(definition.config).map(({ path }) => path),
    'unknown',
    'audit',
    'impersonation',
    'okta',
  ];
  const change = fc.tuple(fc.constantFrom(...paths), fc.oneof(odd, bend)).map(([path, how]) =>
    changeAt(path, (before) => {
      if (typeof how !== 'function') return how;
      return typeof before === 'string' ? how(before) : before;
    }),
  );
  return fc.array(change, { minLength: 1, maxLength: 2 });
}

interface Verdict {
  readonly status: number;
  readonly code?: string;
  readonly id?: string;
  readonly details?: unknown;
}

async function send(target: string, body: object | undefined): Promise<Verdict> {
  const [method = '', path] = target.split(' ');
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await handler(new Request(`http://127.0.0.1${path}`, { method, ...init }));
  return { ...((await response.json()) as object), status: response.status } as Verdict;
}

/** Returns the refused fields of a config. Undefined for an accepted config. */
function refusedFor({ status, code, details }: Verdict): readonly string[] | undefined {
  if (status !== 400 || code !== 'BODY_INVALID') return undefined;
  const paths = (details as readonly { readonly path: string }[]).map(({ path }) => path);
  return [...new Set(paths)].filter((path) => path.startsWith('config')).toSorted();
}

/** Asserts that every operation accepts or rejects a body alike. */
async function assertAlike(body: SetUpBody, manual: SetUpBody, scripts: readonly string[]): Promise<void> {
  const dryRun = await send('POST /integrations?dryRun=true', body);
  const privileges = await send('POST /integrations/privileges', body);
  const created = await send('POST /integrations', body);
  const verdicts: [string, Verdict][] = [
    ['dry run', dryRun],
    ['privileges', privileges],
    ['create', created],
    ['manual dry run', await send('POST /integrations?dryRun=true', manual)],
  ];
  for (const kind of scripts) verdicts.push([kind, await send(`POST /integrations/scripts/${kind}`, manual)]);
  if (created.id !== undefined) {
    const id = Number(created.id);
    await portcullis.integrations.whenIdle(id);
    const removed = await send(`DELETE /integrations/${id}?forceDisable=true`, undefined);
    await portcullis.integrations.whenIdle(id);
    verdicts.push(['delete', removed]);
  }
  for (const [name, verdict] of verdicts) {
    expect(verdict.status, `${name}: ${JSON.stringify([verdict, failures])}`).toBeLessThan(500);
    if (name === 'delete') continue;
    expect(refusedFor(verdict), `${name} and dry run: ${JSON.stringify([verdict, dryRun])}`).toEqual(
      refusedFor(dryRun),
    );
  }
  expect(failures).toEqual([]);
}

describe('every operation accepts or rejects a config alike, and none fails:', () => {
  it.each(TYPES)('%s', { timeout: 300_000 }, async (type) => {
    const plugin = platforms.plugins.find((each) => each.type === type);
    const definition = definitionOf(plugin as NonNullable<typeof plugin>);
    const ready = platforms.bodies[type] as SetUpBody;
    const types = await portcullis.integrations.types({ principal });
    const scripts = (types.find((each) => each.type === type)?.scripts ?? []).filter(
      (kind) => !['delete', 'edit'].includes(kind),
    );
    if (ready.config === undefined) {
      await assertAlike(ready, ready, []);
      return;
    }
    const configs = [ready.config, ...(definition.samples as readonly Config[])];
    const input = fc.tuple(fc.constantFrom(...configs), changesOf(definition), fc.boolean());
    await fc.assert(
      fc.asyncProperty(input, async ([config, changes, automatic]) => {
        const changed = changes.reduce((each, change) => change(each), config);
        const manual = { type, autoBootstrap: false, config: changed };
        const body = definition.bootstrap === 'manual' ? manual : { ...manual, autoBootstrap: automatic };
        await assertAlike(body, manual, scripts);
      }),
      fuzzRuns(12),
    );
  });
});
