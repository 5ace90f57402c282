import type { ValidationResults } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFingerprint, addPrincipal, addSecurable } from '../../../src/platforms/databricks/emulator/account.ts';
import { refusals } from '../../../src/platforms/databricks/emulator/refusal.ts';
import {
  ADA,
  addGovernedTable,
  body,
  type DatabricksEnvironment,
  EVERYTHING,
  grantAudit,
  OWNER,
  SERVICE,
  SIGN_IN,
  startEnvironment,
  WAREHOUSE,
} from '../../../src/platforms/databricks/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: DatabricksEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});

afterEach(() => environment.close());

const enabled = async (id: number): Promise<void> => {
  const { status, reason } = await environment.status(id);
  expect(status, reason).toBe('enabled');
};

const failures = (tests: readonly { readonly status: string }[]) => tests.filter(({ status }) => status === 'failed');

/** A refused request. */
interface Refusal {
  readonly extras: { readonly validationResults: ValidationResults };
}

const owners = () => [...environment.emulator.account.securables].map(([path, { owner }]) => [path, owner]);

describe.each([
  ['a token', SIGN_IN.token],
  ['an OAuth client', SIGN_IN.client],
])('an automatic set-up with %s', (_name, signIn) => {
  it('sets everything up, uses it, and leaves nothing behind', async () => {
    grantAudit(environment);
    const { account } = environment.emulator;
    Object.assign(account.principals.get(SERVICE) ?? {}, { isWorkspaceAdmin: true });
    const before = accountFingerprint(account);
    const dry = await environment.dryRun(body(true, { ...signIn, ...EVERYTHING }));
    expect(failures(dry.validationResults.validationTests)).toEqual([]);
    expect(accountFingerprint(account)).toBe(before);

    const id = await environment.create(body(true, { ...signIn, ...EVERYTHING }));
    await enabled(id);
    expect(owners().filter(([path]) => path?.startsWith('governance'))).toEqual([
      ['governance', SERVICE],
      ['governance.information_schema', 'System user'],
      ['governance.default', SERVICE],
      ['governance.portcullis_system', SERVICE],
      ['governance.portcullis_policies', SERVICE],
    ]);
    const again = await environment.portcullis.integrations.validate(ADMIN, id);
    expect(failures(again.validationTests)).toEqual([]);
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });

    await environment.remove(id);
    expect(accountFingerprint(account)).toBe(before);
  });

  it('changes with an edit and its reverse', async () => {
    grantAudit(environment);
    const id = await environment.create(body(true, signIn));
    await enabled(id);
    const plain = accountFingerprint(environment.emulator.account);
    for (const changes of [EVERYTHING, {}]) {
      await environment.update(id, body(true, { ...signIn, ...changes }));
      await enabled(id);
    }
    expect(accountFingerprint(environment.emulator.account)).toBe(plain);
  });
});

it('sends a stored client secret only to its own identity provider', async () => {
  const { oAuthClientConfig } = SIGN_IN.client;
  const id = await environment.create(body(true, SIGN_IN.client));
  await enabled(id);
  const marked = { ...oAuthClientConfig, clientSecret: '[REDACTED]' };
  const redirected = { ...marked, authorityUrl: 'https://login.microsoftonline.com/attacker/oauth2/v2.0/token' };
  const edit = (client: object, options = {}) =>
    environment.portcullis.integrations.update(
      ADMIN,
      id,
      body(true, { ...SIGN_IN.client, oAuthClientConfig: client }),
      options,
    );
  for (const dryRun of [true, false]) {
    await expect(edit(redirected, { dryRun })).rejects.toMatchObject({
      code: 'REDACTED_VALUE',
      message: expect.stringContaining('config.oAuthClientConfig.authorityUrl says where secrets are sent'),
    });
  }
  await edit(marked);
  await environment.portcullis.integrations.whenIdle(id);
  await enabled(id);
});

describe('an automatic set-up', () => {
  it('waits for a warehouse to start', async () => {
    const warehouse = environment.emulator.account.warehouses.get(WAREHOUSE);
    if (warehouse) warehouse.state = 'STOPPED';
    await enabled(await environment.create(body(true)));
    expect(warehouse?.state).toBe('RUNNING');
  });

  it.each(['TABLE', 'MATERIALIZED VIEW', 'STREAMING TABLE'])(
    'removes row filters and column masks from a foreign %s before it drops its functions',
    async (words) => {
      addGovernedTable(environment);
      const { securables } = environment.emulator.account;
      if (words !== 'TABLE') securables.get('sales.eu.orders')?.properties.set('table_type', words.replace(' ', '_'));
      const before = accountFingerprint(environment.emulator.account);
      const id = await environment.create(body(true));
      await enabled(id);
      const service = environment.emulator.editor(SERVICE);
      for (const statement of [
        'CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true',
        `ALTER ${words} sales.eu.orders SET ROW FILTER governance.portcullis_policies.f ON (x)`,
        `ALTER ${words} sales.eu.orders ALTER COLUMN x SET MASK governance.portcullis_policies.f`,
      ])
        service(statement);
      await environment.remove(id);
      expect((await environment.status(id)).status).toBe('deleted');
      expect(accountFingerprint(environment.emulator.account)).toBe(before);
      expect(environment.emulator.editor(OWNER)('SELECT 1 FROM sales.eu.orders LIMIT 1')).toEqual([]);
    },
  );

  it.each([
    ['', true],
    [' also in a workspace that does not list policies by a statement,', false],
  ])(
    'drops policies on foreign catalogs and schemas that call its functions,%s before it drops these',
    async (_where, lists) => {
      addGovernedTable(environment);
      const { account, editor } = environment.emulator;
      account.listsPolicies = lists;
      const id = await environment.create(body(true));
      await enabled(id);
      editor(SERVICE)('CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true');
      editor(OWNER)(`GRANT MANAGE ON CATALOG sales TO \`${SERVICE}\``);
      for (const policy of [
        'regional ON CATALOG sales ROW FILTER governance.portcullis_policies.f TO `account users` FOR TABLES',
        '`masked names` ON SCHEMA sales.eu COLUMN MASK governance.portcullis_policies.f TO `account users` FOR TABLES',
        'theirs ON CATALOG sales ROW FILTER sales.eu.f TO `account users` FOR TABLES',
      ])
        editor(OWNER)(`CREATE POLICY ${policy}`);
      await environment.remove(id);
      expect((await environment.status(id)).status).toBe('deleted');
      expect(account.tagPolicies.map(({ name }) => name)).toEqual(['theirs']);
    },
  );

  it('drops such policies on a single table, without managing its catalog', async () => {
    addGovernedTable(environment);
    const { account, editor } = environment.emulator;
    const id = await environment.create(body(true));
    await enabled(id);
    editor(SERVICE)('CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true');
    for (const statement of [
      `GRANT USE CATALOG ON CATALOG sales TO \`${SERVICE}\``,
      `GRANT USE SCHEMA ON SCHEMA sales.eu TO \`${SERVICE}\``,
      `GRANT MANAGE ON TABLE sales.eu.orders TO \`${SERVICE}\``,
      'CREATE POLICY single ON TABLE sales.eu.orders ROW FILTER governance.portcullis_policies.f TO `account users` FOR TABLES',
    ])
      editor(OWNER)(statement);
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(account.tagPolicies).toEqual([]);
  });

  it('does not report a group as missing if it may not list groups', async () => {
    const id = await environment.create(body(true, { groupPattern: EVERYTHING.groupPattern }));
    await enabled(id);
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({
      status: 'unknown',
      findings: [{ state: 'unknown', object: { key: 'excluded-group' } }],
    });
  });

  it('works with the privileges of its groups', async () => {
    const { account, editor } = environment.emulator;
    editor(ADA)(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``);
    account.groups.set('robots', { level: 'account', members: new Set([SERVICE]) });
    account.groups.set('governors', { level: 'account', members: new Set(['robots']) });
    editor(ADA)('GRANT CREATE CATALOG ON METASTORE TO `governors`');
    await enabled(await environment.create(body(true)));
  });

  it('works if one of its groups administers the metastore', async () => {
    const { account, editor } = environment.emulator;
    editor(ADA)(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``);
    account.groups.set('governors', { level: 'account', members: new Set([SERVICE, ADA]) });
    if (account.metastore) account.metastore.owner = 'governors';
    await enabled(await environment.create(body(true)));
  });
});

describe('another service principal', () => {
  const SECOND = '11111111-2222-4333-8444-555555555555';
  const second = {
    authenticationType: 'oAuthM2M',
    oAuthClientConfig: { clientId: SECOND, clientSecret: 'doseOfTheSecond', scope: 'all-apis' },
  } as const;
  const ours = () => owners().filter(([path]) => /^governance(\.portcullis_.*)?$/.test(String(path)));

  beforeEach(() => {
    addPrincipal(environment.emulator.account, SECOND);
    environment.emulator.account.warehouses.get(WAREHOUSE)?.usableBy.add(SECOND);
    environment.emulator.signIn.secrets.set(SECOND, 'doseOfTheSecond');
  });

  it('is rejected with its missing privileges until they are granted, then adopts everything and removes it', async () => {
    const before = accountFingerprint(environment.emulator.account);
    const id = await environment.create(body(true, SIGN_IN.client));
    const refused = await environment
      .update(id, body(true, second))
      .catch(({ extras }: Refusal) => extras.validationResults);
    const test = (refused as ValidationResults).validationTests.find((each) => each.id === 'catalog-ownership');
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(ours().map(([, owner]) => owner)).toEqual([SERVICE, SERVICE, SERVICE]);
    for (const statement of test?.remediation?.statements ?? [])
      environment.emulator.editor(SERVICE)(String(statement));
    await environment.update(id, body(true, second));
    await enabled(id);
    expect(ours().map(([, owner]) => owner)).toEqual([SECOND, SECOND, SECOND]);
    expect(failures((await environment.portcullis.integrations.validate(ADMIN, id)).validationTests)).toEqual([]);
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('returns the adopted objects if it stops before its end', async () => {
    const id = await environment.create(body(true, SIGN_IN.client));
    const before = accountFingerprint(environment.emulator.account);
    if (environment.emulator.account.metastore) environment.emulator.account.metastore.owner = SECOND;
    environment.emulator.failNext(
      'ALTER SCHEMA `governance`.`portcullis_policies`',
      refusals.lacks('MANAGE', 'SCHEMA', 'governance.portcullis_policies'),
    );
    await environment.update(id, body(true, second));
    expect((await environment.status(id)).status).toBe('editError');
    if (environment.emulator.account.metastore) environment.emulator.account.metastore.owner = ADA;
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
    await environment.update(id, body(true, SIGN_IN.client));
    await enabled(id);
  });
});

describe('a permission test', () => {
  const PERMISSIONS = [
    [
      'create-catalog',
      (): unknown => environment.emulator.editor(ADA)(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``),
    ],
    ['audit', (): unknown => undefined],
  ] as const;

  it.each(PERMISSIONS)('%s fails, returns a remedy, and passes after the remedy', async (id, prepare) => {
    prepare();
    const test = await environment.test(body(true, EVERYTHING), id);
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    const statements = test?.remediation?.statements ?? [];
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) environment.emulator.editor(ADA)(String(statement));
    expect(await environment.test(body(true, EVERYTHING), id)).toMatchObject({ status: 'passed' });
  });

  it('of a removal fails, returns a remedy, and passes after the remedy', async () => {
    const id = await environment.create(body(true));
    const ada = environment.emulator.editor(ADA);
    ada('ALTER CATALOG governance SET OWNER TO `owner@example.com`');
    const refused = await environment.remove(id).catch(({ extras }: Refusal) => extras.validationResults);
    const test = (refused as ValidationResults).validationTests.find((each) => each.id === 'removal-privileges');
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    const owner = environment.emulator.editor(OWNER);
    for (const statement of test?.remediation?.statements ?? []) owner(String(statement));
    await environment.remove(id);
    expect(await environment.status(id)).toMatchObject({ status: 'deleted' });
    expect(environment.emulator.account.securables.has('governance')).toBe(false);
  });

  it('of the periodic check fails, returns a remedy, and passes after the remedy', async () => {
    const id = await environment.create(body(true));
    const ada = environment.emulator.editor(ADA);
    ada('ALTER CATALOG governance SET OWNER TO `owner@example.com`');
    const owner = environment.emulator.editor(OWNER);
    owner(`GRANT USE CATALOG ON CATALOG governance TO \`${SERVICE}\``);
    owner('ALTER SCHEMA governance.portcullis_policies SET OWNER TO `owner@example.com`');
    const validate = async () => {
      const { validationTests } = await environment.portcullis.integrations.validate(ADMIN, id);
      return validationTests.find((each) => each.id === 'recurring-privileges');
    };
    const test = await validate();
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(await environment.status(id)).toMatchObject({ status: 'recurringValidationError' });
    for (const statement of test?.remediation?.statements ?? []) owner(String(statement));
    expect(await validate()).toMatchObject({ status: 'passed' });
    await enabled(id);
  });

  it('of the least role prints the remedy for both', async () => {
    environment.emulator.editor(ADA)(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``);
    const { script } = await environment.portcullis.integrations.privileges(
      ADMIN,
      body(true, { ...SIGN_IN.client, audit: { enabled: true } }),
    );
    environment.emulator.runScript(ADA, script);
    const { validationResults } = await environment.dryRun(body(true, { ...SIGN_IN.client, audit: { enabled: true } }));
    expect(failures(validationResults.validationTests)).toEqual([]);
  });

  it('of a manual set-up fails, returns a remedy, and passes after the remedy', async () => {
    const request = body(false, SIGN_IN.client);
    environment.emulator.runScript(ADA, await environment.script('create', request));
    const ada = environment.emulator.editor(ADA);
    for (const statement of [
      `REVOKE USE CATALOG ON CATALOG governance FROM \`${SERVICE}\``,
      `ALTER SCHEMA governance.portcullis_system SET OWNER TO \`${OWNER}\``,
    ])
      ada(statement);
    const test = await environment.test(request, 'manual-privileges');
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    for (const statement of test?.remediation?.statements ?? []) ada(String(statement));
    expect(await environment.test(request, 'manual-privileges')).toMatchObject({ status: 'passed' });
    await enabled(await environment.create(request));
  });
});

describe.each([
  ['plain names', {}],
  ['everything', EVERYTHING],
  ['quoted names', { catalog: "gov'ern--`ance\\" }],
])('a manual set-up with %s', (_name, changes) => {
  const request = body(false, { ...SIGN_IN.client, ...changes });

  it('is rejected before the script was run', async () => {
    await expect(environment.create(request)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

it('warns that the delete script revokes grants which another party may have made before', async () => {
  const request = body(false, { ...SIGN_IN.client, ...EVERYTHING });
  environment.emulator.runScript(ADA, await environment.script('create', request));
  const id = await environment.create(request);
  await enabled(id);
  const { script, warnings } = await environment.portcullis.integrations.deleteScript(ADMIN, id);
  const [warning, ...more] = warnings.filter((each) => each.includes('audit tables'));
  expect(more).toEqual([]);
  expect(script).toContain(`-- Warning: ${warning}`);
});

describe.each([
  ['automatic', true],
  ['manual', false],
] as const)('the removal of an %s set-up with an expired token', (_mode, autoBootstrap) => {
  const FRESH = 'dapiFresh0123456789abcdef';
  /** A token does not name its principal. The administrator who runs the script fills it in. */
  const run = (script: string) =>
    environment.emulator.runScript(ADA, script.replaceAll('{{servicePrincipal}}', `\`${SERVICE}\``));

  it('names both remedies, PUT of a new token and forceDisable, and passes after PUT', async () => {
    const request = body(autoBootstrap);
    if (!autoBootstrap) run(await environment.script('create', request));
    const id = await environment.create(request);
    await enabled(id);
    const { tokens } = environment.emulator.signIn;
    tokens.delete(SIGN_IN.token.token);
    const { integrations } = environment.portcullis;
    const refusal = await integrations.remove(ADMIN, id, undefined).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    const { validationTests } = (refusal as Refusal).extras.validationResults;
    const messages = validationTests.flatMap(({ status, message = '' }) => (status === 'failed' ? [message] : []));
    expect(messages.join('\n')).toMatch(/PUT with a new value of config\.token.*DELETE again.*forceDisable/);
    expect((await environment.status(id)).status).toBe('enabled');
    tokens.set(FRESH, { principal: SERVICE });
    await environment.update(id, body(autoBootstrap, { ...SIGN_IN.token, token: FRESH }));
    if (!autoBootstrap) run((await integrations.deleteScript(ADMIN, id)).script);
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
  });

  it('ends only in the service after forceDisable', async () => {
    const request = body(autoBootstrap);
    if (!autoBootstrap) run(await environment.script('create', request));
    const id = await environment.create(request);
    environment.emulator.signIn.tokens.delete(SIGN_IN.token.token);
    await environment.portcullis.integrations.remove(ADMIN, id, undefined, { forceDisable: true });
    expect((await environment.portcullis.integrations.whenIdle(id)).status).toBe('disabled');
    expect(environment.emulator.account.securables.size).toBeGreaterThan(0);
  });
});

describe('a script with a foreign object of our name', () => {
  const request = body(false, SIGN_IN.client);

  it('stops at a foreign schema and does not change it, in either direction', async () => {
    const script = await environment.script('create', request);
    const { account } = environment.emulator;
    const ada = environment.emulator.editor(ADA);
    environment.emulator.runScript(ADA, script);
    ada('DROP SCHEMA governance.portcullis_system CASCADE');
    ada('CREATE SCHEMA governance.portcullis_system');
    const untouched = accountFingerprint(account);
    expect(() => environment.emulator.runScript(ADA, script)).toThrow(/Portcullis stopped at/);
    expect(accountFingerprint(account)).toBe(untouched);
  });

  it('keeps the catalog while foreign tables use its functions', async () => {
    addGovernedTable(environment);
    environment.emulator.runScript(ADA, await environment.script('create', request));
    const id = await environment.create(request);
    await enabled(id);
    const service = environment.emulator.editor(SERVICE);
    service('CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true');
    service('ALTER TABLE sales.eu.orders SET ROW FILTER governance.portcullis_policies.f ON (x)');
    const removal = await environment.portcullis.integrations.deleteScript(ADMIN, id);
    expect(() => environment.emulator.runScript(ADA, removal.script)).toThrow(/still on tables of other catalogs/);
    expect(environment.emulator.account.securables.has('governance')).toBe(true);
  });
});

describe('a foreign object in the catalog', () => {
  const plant = () => {
    const { account } = environment.emulator;
    const schema = [...account.securables.keys()].find((path) => path === 'governance.default') ?? '';
    addSecurable(account, 'TABLE', `${schema}.theirs`, ADA);
    addSecurable(account, 'SCHEMA', 'governance.others', ADA);
  };

  it('prevents the drop of the catalog, unless the request allows it', async () => {
    const before = accountFingerprint(environment.emulator.account);
    const id = await environment.create(body(true));
    await enabled(id);
    const service = environment.emulator.editor(SERVICE);
    service('CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true');
    plant();
    const made = accountFingerprint(environment.emulator.account);
    await expect(environment.portcullis.integrations.remove(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(': schema others, table default.theirs.'),
    });
    expect(accountFingerprint(environment.emulator.account)).toBe(made);
    await environment.portcullis.integrations.remove(ADMIN, id, undefined, { dropContents: true });
    expect(await environment.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('prevents the drop if it is a model, which no statement lists', async () => {
    const id = await environment.create(body(true));
    await enabled(id);
    addSecurable(environment.emulator.account, 'MODEL', 'governance.portcullis_system.churn', ADA);
    addSecurable(environment.emulator.account, 'MODEL', 'governance.portcullis_system.ours', SERVICE);
    await expect(environment.portcullis.integrations.remove(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(': model portcullis_system.churn.'),
    });
    expect(environment.emulator.account.securables.has('governance.portcullis_system.churn')).toBe(true);
  });

  it('stops the delete script', async () => {
    const request = body(false, SIGN_IN.client);
    environment.emulator.runScript(ADA, await environment.script('create', request));
    const id = await environment.create(request);
    await enabled(id);
    const removal = await environment.portcullis.integrations.deleteScript(ADMIN, id);
    plant();
    expect(() => environment.emulator.runScript(ADA, removal.script)).toThrow(
      /contains objects that the service does not own/,
    );
    expect(environment.emulator.account.securables.has('governance.default.theirs')).toBe(true);
    environment.emulator.account.securables.delete('governance.default.theirs');
    environment.emulator.account.securables.delete('governance.others');
    environment.emulator.runScript(ADA, removal.script);
    expect(environment.emulator.account.securables.has('governance')).toBe(false);
  });
});
