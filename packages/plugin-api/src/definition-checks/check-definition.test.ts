import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleDefinition, sampleObject } from '../../tests/sample-definition.ts';
import { secret } from '../config/secret.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { factSlot, secretSlot, sql } from '../sql/template.ts';
import { passed } from '../validation/test-outcome.ts';
import { checkDefinition } from './check-definition.ts';
import { checkSamples } from './check-samples.ts';

/** The definition with one thing changed. */
type Change = Partial<AnyPluginDefinition>;

/** Returns the issues as the author of a plugin reads them, one line each. */
const issuesOf = (change: Change) => {
  const definition = sampleDefinition(change);
  const atOnce = checkDefinition(definition);
  const issues = atOnce.length > 0 ? atOnce : checkSamples(definition);
  return issues.map(({ path, problem, fix }) => `${path}: ${problem} ${fix}`);
};

const valid = sampleDefinition();
const config = (fields: z.ZodRawShape) =>
  z.strictObject({ ...(valid.config as z.ZodObject).shape, ...fields }) as z.ZodType<object>;
const firstTest = valid.tests[0] as (typeof valid.tests)[number];
const testWith = (change: object) => ({ tests: [firstTest, { ...firstTest, id: 'other', name: 'Other', ...change }] });
const family = valid.families?.[0] as NonNullable<AnyPluginDefinition['families']>[number];
const objects = (...list: Parameters<typeof sampleObject>) => ({
  families: [],
  objects: () => list.map((each, index) => sampleObject({ key: `key-${index}`, name: `name ${index}`, ...each })),
});
const pathOf = (key: string, mode = 'automatic') => `objects(samples[0], ${mode})[0] "${key}"`;

it('finds no issue in a definition that follows the contract', () => {
  expect(issuesOf({})).toEqual([]);
});

it('finds no issue in the smallest definition, with set-up from the platform side', () => {
  const smallest: Change = {
    bootstrap: 'none',
    config: z.strictObject({}),
    credentials: undefined as never,
    privileged: [],
    immutable: [],
    stages: [],
    generatedSecrets: {},
    manualSecrets: {},
    connect: undefined as never,
    observe: undefined as never,
    objects: () => [],
    families: [],
    tests: [],
    samples: [{}],
  };
  expect(issuesOf(smallest)).toEqual([]);
});

describe.each<[what: string, changes: readonly (readonly [says: string, change: Change])[]]>([
  [
    'the shape',
    [
      ['config: is missing. Write a zod schema.', { config: undefined as never }],
      ['config: is not a zod schema. Write a zod schema.', { config: {} as never }],
      ['stages: is not a list of stages. Write a list of stages.', { stages: 'main' as never }],
      ['objects: is not a function of the config. Write a function of the config.', { objects: [] as never }],
      ['samples: is missing. Write a list of configs.', { samples: undefined as never }],
    ],
  ],
  [
    'the identity',
    [
      ['apiVersion: is missing. Write `apiVersion: 1`.', { apiVersion: undefined as never }],
      ['type: is not a name. Use the value of `type` on the wire, such as "Redshift".', { type: ' Sample' }],
      ['type: is not a name. Use the value of `type` on the wire, such as "Redshift".', { type: '' }],
      ['id: "Sample" is not kebab-case. Use lower-case letters, digits and single hyphens.', { id: 'Sample' }],
      ['id: "a--b" is not kebab-case. Use lower-case letters, digits and single hyphens.', { id: 'a--b' }],
      [
        'version: "1.0" is not a semantic version. Use the version of the package, such as "1.0.0".',
        { version: '1.0' },
      ],
    ],
  ],
  [
    'the config',
    [
      [
        'config: is not an object schema. Use z.strictObject, or z.discriminatedUnion of strict objects.',
        { config: z.string() as never },
      ],
      [
        'config: accepts members that it does not name. Use z.strictObject: an unknown field is refused, and every known one says whether it is a secret.',
        { config: z.object((valid.config as z.ZodObject).shape) },
      ],
      [
        'config.more: accepts members that it does not name. Use z.strictObject: an unknown field is refused, and every known one says whether it is a secret.',
        { config: config({ more: z.looseObject({}).optional() }) },
      ],
      [
        'config.list[]: accepts members that it does not name. Use z.strictObject: an unknown field is refused, and every known one says whether it is a secret.',
        { config: config({ list: z.array(z.object({})) }) },
      ],
      [
        'config.more: converts an object into something else. Convert its members one by one, or in objects(): redaction follows their names.',
        { config: config({ more: z.strictObject({ a: z.string() }).transform(({ a }) => ({ b: a })) }) },
      ],
      [
        'config.a.b: has a dot in its name. Rename it: dots separate the parts of a path.',
        { config: config({ 'a.b': z.string() }) },
      ],
      [
        'config.apiToken: is named like a secret but has no mark. Wrap its schema in secret(), or in hidden() if it may be shown in scripts.',
        { config: config({ apiToken: z.string() }) },
      ],
      [
        'config.privateKey.content: is named like a secret but has no mark. Wrap its schema in secret(), or in hidden() if it may be shown in scripts.',
        { config: config({ privateKey: z.strictObject({ content: z.string() }) }) },
      ],
      [
        'config.pin: is a secret but not a string. Use z.string(): a secret is sealed as text. Members of lists and records cannot be marked.',
        { config: config({ pin: secret(z.number()) }) },
      ],
      [
        'config.accounts: is a secret but not a string. Use z.string(): a secret is sealed as text. Members of lists and records cannot be marked.',
        { config: config({ accounts: z.array(z.strictObject({ password: secret(z.string()) })) }) },
      ],
      [
        'credentials.password: is named like a secret but has no mark. Wrap its schema in secret(), or in hidden() if it may be shown in scripts.',
        { credentials: z.strictObject({ password: z.string() }) },
      ],
      [
        'credentials: is not an object schema. Use z.strictObject, or z.discriminatedUnion of strict objects.',
        { credentials: z.array(z.string()) as never },
      ],
      [
        'immutable[1]: "hots" is not a path of the config. Use one of: host, database, username, password, options, options.audit.',
        { immutable: ['host', 'hots'] },
      ],
      [
        'policyPaths[0]: "hots" is not a path of the config. Use one of: host, database, username, password, options, options.audit.',
        { policyPaths: ['hots'] },
      ],
      [
        'secretDestinations[0]: "hots" is not a path of the config. Use one of: host, database, username, password, options, options.audit.',
        { secretDestinations: ['hots'] },
      ],
      [
        'privileged[0]: "options.audit" is not a top-level path of the config. Use one of: host, database, username, password, options.',
        { privileged: ['options.audit'] },
      ],
      [
        'manualSecrets.servicePassword: "username" is not a path of the config that is marked with secret(). Use one of: password.',
        { manualSecrets: { servicePassword: 'username' } },
      ],
      [
        'manualSecrets.servicePassword: "a" is not a path of the config that is marked with secret(). Leave it out: there are none.',
        {
          config: z.strictObject({ host: z.string() }),
          manualSecrets: { servicePassword: 'a' },
          immutable: [],
          privileged: ['host'],
        },
      ],
    ],
  ],
  [
    'the secret slots',
    [
      [
        'generatedSecrets.Service-Password: is not the name of a slot. Use camelCase letters and digits, as in secretSlot().',
        { generatedSecrets: { 'Service-Password': {} } },
      ],
      [
        'manualSecrets.my password: is not the name of a slot. Use camelCase letters and digits, as in secretSlot().',
        { manualSecrets: { 'my password': 'password' } },
      ],
      [
        'generatedSecrets.a.length: 8 is too short for a secret. Use a whole number from 16 up.',
        { generatedSecrets: { a: { length: 8 } } },
      ],
      [
        'generatedSecrets.b.length: 15 is too short for a secret. Use a whole number from 16 up.',
        { generatedSecrets: { a: {}, b: { length: 15 } } },
      ],
      [
        'generatedSecrets.a.length: 16.5 is too short for a secret. Use a whole number from 16 up.',
        { generatedSecrets: { a: { length: 16.5 } } },
      ],
      [
        'generatedSecrets.a.classes: is empty. Name at least one class, or leave it out.',
        { generatedSecrets: { a: { classes: [] } } },
      ],
      [
        "generatedSecrets.a.symbols: and the class 'symbol' come together. Set both: 'symbol' in classes, and the symbols that the platform takes.",
        { generatedSecrets: { a: { classes: ['symbol'] } } },
      ],
      [
        "generatedSecrets.a.symbols: and the class 'symbol' come together. Set both: 'symbol' in classes, and the symbols that the platform takes.",
        { generatedSecrets: { a: { symbols: '!' } } },
      ],
    ],
  ],
  [
    'stages and connections',
    [
      [
        'stages[0].id: "Main" is not kebab-case. Use lower-case letters, digits and single hyphens.',
        { stages: [{ id: 'Main', title: () => '' }], tests: [], families: [] },
      ],
      ['inventoryStage: "elsewhere" is not a stage. Use one of: main.', { inventoryStage: 'elsewhere' }],
      [
        'stages[1].id: "main" occurs twice. Give each stage its own id.',
        { stages: [...valid.stages, ...valid.stages] },
      ],
      [
        'connect: is missing although there are stages. Add connect(), which opens a session on a stage.',
        { connect: undefined as never, observe: undefined as never },
      ],
      [
        'observe: is missing although the plugin connects. Add observe(): removal and undo must know what is ours.',
        { observe: undefined as never },
      ],
      [
        'bootstrap: "auto" is not a set-up mode. Use one of: automatic-or-manual, manual, none.',
        { bootstrap: 'auto' as never },
      ],
      [
        'dialect: is missing although there are scripts. Add the dialect in which scripts are written, or leave scripts out.',
        { dialect: undefined as never, scripts: ['create'] },
      ],
      [
        "clientSetup: is missing although bootstrap is 'none'. Declare what an administrator creates on the platform, or choose another bootstrap.",
        { bootstrap: 'none', clientSetup: undefined as never },
      ],
      [
        "generatedSecrets: is not empty although bootstrap is 'manual': secrets are generated in automatic mode only. Name the config paths that fill the slots in manualSecrets instead, or set bootstrap to 'automatic-or-manual'.",
        { bootstrap: 'manual', objects: () => [] },
      ],
      [
        'credentials: is missing: DELETE of an automatic integration needs credentials. Add the schema of its body, or set ownCredential.',
        { credentials: undefined as never },
      ],
      [
        'privileged: is empty although there are privileged credentials. List the config paths that must never be stored in automatic mode.',
        { privileged: [] },
      ],
    ],
  ],
  [
    'families',
    [
      [
        'families[0].key: "Views" is not kebab-case. Use lower-case letters, digits and single hyphens.',
        { families: [{ ...family, key: 'Views' }] },
      ],
      ['families[1].key: "views" occurs twice. Give each family its own key.', { families: [family, family] }],
      ['families[0].stage: "mian" is not a stage. Use one of: main.', { families: [{ ...family, stage: 'mian' }] }],
    ],
  ],
  [
    'tests',
    [
      [
        'tests[1].id: "Other" is not kebab-case. Use lower-case letters, digits and single hyphens.',
        testWith({ id: 'Other' }),
      ],
      ['tests[1].id: "connection" occurs twice. Give each test its own id.', testWith({ id: 'connection' })],
      [
        'tests[1].name: "Basic Connection Test" occurs twice. Give each test its own name: results are identified by it.',
        testWith({ name: 'Basic Connection Test' }),
      ],
      [
        'tests[1].dependsOn: "later" is not a test that precedes this one. Use one of: connection.',
        testWith({ dependsOn: ['connection', 'later'] }),
      ],
      [
        'tests[1].dependsOn: "other" is not a test that precedes this one. Use one of: connection.',
        testWith({ dependsOn: ['other'] }),
      ],
      [
        'tests[1].on.stage: "mian" is not a stage. Use one of: main.',
        testWith({ on: { stage: 'mian', actor: 'setup' } }),
      ],
      [
        'tests[1].mandatory: is false for a gate. A gate decides whether the rest can run: set mandatory to true.',
        testWith({ mandatory: false }),
      ],
      [
        'tests[1].deadlineMs: 0 is not a duration. Use milliseconds above 0, or leave it out.',
        testWith({ deadlineMs: 0 }),
      ],
      ['tests[1]: never runs. Name at least one operation and one mode.', testWith({ modes: [] })],
      ['tests[1]: never runs. Name at least one operation and one mode.', testWith({ operations: [] })],
    ],
  ],
  [
    'the client set-up',
    [
      [
        'clientSetup.keyPrefix: "Sample-Key" is not a prefix. Use one to eight lower-case letters.',
        { clientSetup: { keyPrefix: 'Sample-Key', render: () => [] } },
      ],
      [
        'clientSetup.keyPrefix: "pck" is the prefix of API keys. Use another one.',
        { clientSetup: { keyPrefix: 'pck', render: () => [] } },
      ],
      [
        'clientSetup.overlapMs: -1 is not a duration. Use milliseconds from 0 up.',
        { clientSetup: { keyPrefix: 'a', overlapMs: -1, render: () => [] } },
      ],
      [
        'clientSetup.versions[1].id: "v" occurs twice. Give each version its own id.',
        {
          clientSetup: {
            keyPrefix: 'a',
            versions: [
              { id: 'v', title: '1' },
              { id: 'v', title: '2' },
            ],
            render: () => [],
          },
        },
      ],
    ],
  ],
  [
    'migrations',
    [
      [
        'migrations[0].to: "1" is not a semantic version. Use a version such as "1.0.0".',
        { migrations: [{ to: '1' }] },
      ],
      [
        'migrations[1].to: "1.0.9" is not after "1.0.10". List them oldest first, each once.',
        { migrations: [{ to: '1.0.10' }, { to: '1.0.9' }] },
      ],
      [
        'migrations[1].to: "1.0.0" is not after "1.0.0". List them oldest first, each once.',
        { migrations: [{ to: '1.0.0' }, { to: '1.0.0' }] },
      ],
      [
        'migrations[0].to: "2.0.0" is after the version of the plugin. Use a version up to "1.2.0", or raise the plugin\'s.',
        { migrations: [{ to: '2.0.0' }] },
      ],
    ],
  ],
  [
    'samples',
    [
      ['samples: is empty. Add a complete, valid config for each authentication kind.', { samples: [] }],
      [
        'samples[0].options.audit: is refused by the config schema: Invalid input: expected boolean, received string. Correct the sample or the schema.',
        { samples: [{ ...valid.samples[0], options: { audit: 'yes' } }] },
      ],
      [
        'samples[0]: is refused by the config schema: Unrecognized key: "extra". Correct the sample or the schema.',
        { samples: [{ ...valid.samples[0], extra: 1 }] },
      ],
      [
        'samples[0].pin: becomes a secret that is not a string. Secrets are sealed as text.',
        { config: config({ pin: secret(z.string().transform(Number)) }), samples: [{ ...valid.samples[0], pin: '1' }] },
      ],
      [
        'samples[0]: becomes a value that JSON cannot represent. The config is stored as JSON: avoid dates, maps, bigints and undefined in the schema.',
        { config: config({ since: z.date() }), samples: [{ ...valid.samples[0], since: new Date(0) }] },
      ],
    ],
  ],
])('%s', (_, changes) => {
  it.each(changes)('%s', (says, change) => {
    expect(issuesOf(change)).toContain(says);
  });
});

describe('the managed objects of a sample', () => {
  it.each<[says: string, change: Change]>([
    [
      'objects(samples[0], automatic): threw: no facts. It must return for every valid config, even when no fact is known.',
      {
        objects: () => {
          throw new Error('no facts');
        },
      },
    ],
    [
      'objects(samples[0], automatic): is a promise. Return a list without waiting: a value that only the platform knows is a fact.',
      { objects: (async () => []) as never },
    ],
    [
      'objects(samples[0], automatic)[0]: is not an object. Return one object for each managed object.',
      { objects: () => [undefined as never] },
    ],
    [`${pathOf('key-0')}.name: is missing. Write a text.`, objects({ name: undefined as never })],
    [`${pathOf('key-0')}.drop: is missing. Write a list, which may be empty.`, objects({ drop: undefined as never })],
    [
      `${pathOf('key-0')}.create[0].text: is not a statement. Write sql\`…\`, with names in ident() and values in literal(), or command(…).`,
      objects({ create: [{ text: 'CREATE USER portcullis' as never }] }),
    ],
    [
      `${pathOf('Upper')}.key: "Upper" is not kebab-case. Use lower-case letters, digits and single hyphens.`,
      objects({ key: 'Upper' }),
    ],
    [`${pathOf('key-0')}.name: is empty. Give the name it has on the platform.`, objects({ name: ' ' })],
    [`${pathOf('key-0')}.stage: "mian" is not a stage. Use one of: main.`, objects({ stage: 'mian' })],
    [`${pathOf('key-0')}.dropStage: "mian" is not a stage. Use one of: main.`, objects({ dropStage: 'mian' })],
    [`${pathOf('key-0')}.observeStage: "mian" is not a stage. Use one of: main.`, objects({ observeStage: 'mian' })],
    [
      `${pathOf('key-0')}.within: "nowhere" is not a key of the list. Use one of: key-0.`,
      objects({ within: 'nowhere' }),
    ],
    [
      `${pathOf('key-0')}.blocks: "nowhere" is not a key of the list. Use one of: key-0.`,
      objects({ blocks: ['nowhere'] }),
    ],
    [
      `${pathOf('key-0')}.dropAfter: "nowhere" is not a key of the list. Use one of: key-0.`,
      objects({ dropAfter: ['nowhere'] }),
    ],
    [
      `${pathOf('key-0')}.drop: has a secret slot. A drop is kept in the ledger and must work without secrets.`,
      objects({ drop: [{ text: sql`DROP ${secretSlot('servicePassword')}` }] }),
    ],
    [
      `${pathOf('key-0')}.drop: has a secret slot. A drop is kept in the ledger and must work without secrets.`,
      objects({ drop: [{ call: 'users.delete', input: { auth: [{ token: { $secret: 'servicePassword' } }] } }] }),
    ],
    [`${pathOf('key-0')}.create: is empty. Say how it is made, or set sharing to 'required'.`, objects({ create: [] })],
    [
      `${pathOf('key-0')}.drop: is not empty although sharing is 'required'. A required object is never dropped: leave the list empty.`,
      objects({ sharing: 'required' }),
    ],
    [`${pathOf('key-0')}.why: is empty. Say in one sentence what it is for.`, objects({ why: ' ' })],
    [
      'objects(samples[0], automatic) "key-0".create: has the secret slot "nobody", which nothing fills. Declare it in generatedSecrets, manualSecrets, or both.',
      objects({ create: [{ text: sql`CREATE ${secretSlot('nobody')}` }] }),
    ],
    [
      'objects(samples[0], automatic) "key-0".create: has the secret slot "nobody", which nothing fills. Declare it in generatedSecrets, manualSecrets, or both.',
      objects({ create: [{ call: 'users.create', input: { password: { $secret: 'nobody' } } }] }),
    ],
    [
      `objects(samples[0], manual) "key-0".create: has the secret slot "nobody", which nothing fills. Declare it in manualSecrets; a secret of the config that is not the service's own sign-in is no slot: let the session of connect keep it.`,
      {
        bootstrap: 'manual',
        generatedSecrets: {},
        ...objects({ create: [{ call: 'users.create', input: { password: { $secret: 'nobody' } } }] }),
      },
    ],
    [
      'objects(samples[0], automatic) "key-0".absentTest.id: "Absent" is not kebab-case. Use lower-case letters, digits and single hyphens.',
      objects({ absentTest: { id: 'Absent', name: 'Absent' } }),
    ],
    [
      'objects(samples[0], automatic) "key-0".presentTest.id: "connection" occurs twice. Give each test its own id.',
      objects({ presentTest: { id: 'connection', name: 'Present' } }),
    ],
    [
      'objects(samples[0], automatic) "key-0".presentTest.id: "same" occurs twice. Give each test its own id.',
      objects({ absentTest: { id: 'same', name: 'Absent' }, presentTest: { id: 'same', name: 'Present' } }),
    ],
    [
      'objects(samples[0], automatic) "key-0".absentTest.after: "nothing" is not a declared test. Use one of: connection, grants.',
      objects({ absentTest: { id: 'absent', name: 'Absent', after: 'nothing' } }),
    ],
    [
      'families[0].blocks: "databse" is not an object of any sample. Use one of: service-account, database.',
      { families: [{ ...family, blocks: ['databse'] }] },
    ],
  ])('%s', (says, change) => {
    expect(issuesOf(change)).toContain(says);
  });

  it('are checked in both modes if there are two, otherwise in manual mode only', () => {
    const modes = (bootstrap: 'automatic-or-manual' | 'manual') =>
      issuesOf({ ...objects({ why: '' }), bootstrap, generatedSecrets: {} }).map((line) => /, (\w+)\)/.exec(line)?.[1]);
    expect(modes('automatic-or-manual')).toEqual(['automatic', 'manual']);
    expect(modes('manual')).toEqual(['manual']);
  });

  it('may contain declared fact slots and secrets of calls', () => {
    const create = [
      { text: sql`GRANT ${factSlot('applicationId', 'identifier')}` },
      { call: 'users.create', input: { password: { $secret: 'servicePassword' }, list: [null, 1, 'x'] } },
    ];
    expect(issuesOf(objects({ create }))).toEqual([]);
  });
});

describe('no issue', () => {
  it('is found in a plugin with neither scripts nor a dialect', () => {
    const issues = issuesOf({ scripts: undefined as never, dialect: undefined as never });
    expect(issues.filter((issue) => issue.startsWith('dialect:'))).toEqual([]);
  });

  it('is found in a secret of the minimum length, and in one with symbols', () => {
    const { generatedSecrets } = valid;
    const secrets = { ...generatedSecrets, pin: { length: 16 }, key: { classes: ['symbol'], symbols: '!' } } as const;
    expect(issuesOf({ generatedSecrets: secrets })).toEqual([]);
  });

  it('is found in a definition without generated secrets, whether the field is missing or undefined', () => {
    const issues = (generatedSecrets: unknown) => issuesOf({ bootstrap: 'manual', generatedSecrets } as Change);
    expect(issues(undefined)).toEqual(issues({}));
  });

  it('is found in a choice or a switch whose name sounds like a secret', () => {
    const fields = {
      token: z.strictObject({ kind: z.enum(['a', 'b']).optional(), enabled: z.boolean().default(true) }),
      tokenUrl: z.string(),
    };
    const sample = { ...valid.samples[0], token: { kind: 'a', enabled: true }, tokenUrl: 'u' };
    expect(issuesOf({ config: config(fields), samples: [sample] })).toEqual([]);
  });

  it('is found in a converted leaf', () => {
    const name = secret(z.preprocess(String, z.union([z.templateLiteral(['x', z.number()]), z.string().nullish()])));
    const fields = { port: z.string().transform(Number), name };
    expect(issuesOf({ config: config(fields), samples: [{ ...valid.samples[0], port: '1', name: 'x' }] })).toEqual([]);
  });
});

it('reports all issues of a round in reading order, and later rounds only after those are fixed', () => {
  const change = { immutable: ['hots'], tests: [{ ...firstTest, id: 'X', run: () => passed() }], samples: [] };
  expect(issuesOf(change).map((line) => line.split(':')[0])).toEqual(['immutable[0]', 'tests[0].id']);
});
