import type { ValidationResults, ValidationTestResult } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFingerprint, addLocation } from '../../../src/platforms/databricks/emulator/account.ts';
import {
  ADA,
  body,
  type DatabricksEnvironment,
  EVERYTHING,
  grantAudit,
  SERVICE,
  startEnvironment,
  WAREHOUSE,
} from '../../../src/platforms/databricks/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: DatabricksEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(() => environment.close());

const PLACE = 's3://acme-governance/unity/portcullis';
const account = () => environment.emulator.account;
const asAda = (statement: string) => environment.emulator.editor(ADA)(statement);

/** Runs the recommended statements of the last test as the administrator. */
function runRemedy(test: ValidationTestResult | undefined): void {
  expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
  const statements = test?.remediation?.statements ?? [];
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) asAda(statement);
}

describe('a catalog in an external location', () => {
  const request = body(true, { managedLocation: PLACE });
  const storage = () => environment.test(request, 'managed-storage');

  it('names the missing privilege on the location, and is set up once it is granted', async () => {
    addLocation(account(), 'acme_landing', 's3://acme-governance/unity/', ADA);
    asAda(`GRANT READ FILES ON EXTERNAL LOCATION acme_landing TO \`${SERVICE}\``);
    const test = await storage();
    expect(test?.remediation?.statements).toEqual([
      `GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION \`acme_landing\` TO \`${SERVICE}\`;`,
    ]);
    runRemedy(test);
    expect(await storage()).toMatchObject({ status: 'passed', result: [{ location: 'acme_landing' }] });
    const before = accountFingerprint(account());
    const id = await environment.create(request);
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('enabled');
    await environment.remove(id);
    expect(accountFingerprint(account())).toBe(before);
  });

  it('names the page to check if the caller cannot see the location', async () => {
    addLocation(account(), 'acme_landing', 's3://acme-governance/unity', ADA);
    const test = await storage();
    expect(test).toMatchObject({ status: 'failed', message: expect.stringContaining(PLACE) });
    const [statement = ''] = test?.remediation?.statements ?? [];
    const [, grant = ''] = /Then: (GRANT .*)$/.exec(statement) ?? [];
    asAda(grant.replace('<name>', '`acme_landing`').replace(/;$/, ''));
    expect(await storage()).toMatchObject({ status: 'passed' });
  });

  it.each([
    ['a location beside it', 's3://acme-governance/unit'],
    ['a location below it', `${PLACE}/below`],
  ])('does not match %s as its location', async (_what, url) => {
    addLocation(account(), 'other', url, ADA);
    asAda(`GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION other TO \`${SERVICE}\``);
    expect(await storage()).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
  });

  it('explains the rejection if the privilege was revoked in between', async () => {
    addLocation(account(), 'acme_landing', 's3://acme-governance/', ADA);
    asAda(`GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION acme_landing TO \`${SERVICE}\``);
    const creating = environment.portcullis.integrations.create(ADMIN, request);
    const { id } = (await creating) as { readonly id: string };
    asAda(`REVOKE CREATE MANAGED STORAGE ON EXTERNAL LOCATION acme_landing FROM \`${SERVICE}\``);
    await environment.portcullis.integrations.whenIdle(Number(id));
    const { status, reason } = await environment.status(Number(id));
    // The speed of the machine decides if the statement runs before or after the privilege is revoked.
    if (status === 'createError') {
      expect(reason).toContain('missing-grant');
      expect(reason).toContain('CREATE MANAGED STORAGE');
    } else expect(status).toBe('enabled');
  });

  it('can also be created there by a script', async () => {
    addLocation(account(), 'acme_landing', 's3://acme-governance/', ADA);
    const byScript = body(false, { managedLocation: PLACE });
    const script = (await environment.script('create', byScript)).replaceAll('{{servicePrincipal}}', `\`${SERVICE}\``);
    environment.emulator.runScript(ADA, script);
    expect(account().securables.has('governance')).toBe(true);
    account().securables.delete('external location/acme_landing');
    account().securables.delete('governance');
    expect(() => environment.emulator.runScript(ADA, script)).toThrow(/No parent external location/);
  });
});

describe('a warehouse without permission', () => {
  /** Applies a remedy to the permissions of a warehouse, as a workspace admin. */
  async function permit(sentence: string): Promise<void> {
    const [, warehouse, principal] = /SQL warehouse (\S+), grant (\S+) "Can use"/.exec(sentence) ?? [];
    environment.emulator.signIn.tokens.set('dapiAda', { principal: ADA });
    const response = await fetch(`${environment.emulator.address}/api/2.0/permissions/warehouses/${warehouse}`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer dapiAda', 'content-type': 'application/json' },
      body: JSON.stringify({
        access_control_list: [{ service_principal_name: principal, permission_level: 'CAN_USE' }],
      }),
    });
    expect(response.status).toBe(200);
  }

  it('names the accounts that may grant the permission, and passes once it is granted', async () => {
    account().warehouses.get(WAREHOUSE)?.usableBy.clear();
    const test = await environment.test(body(true), 'warehouse');
    expect(test).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      remediation: { runAs: `a manager of SQL warehouse ${WAREHOUSE}` },
    });
    await permit(test?.remediation?.statements[0] ?? '');
    expect(await environment.test(body(true), 'warehouse')).toMatchObject({ status: 'passed' });
    const id = await environment.create(body(true));
    expect((await environment.status(id)).status).toBe('enabled');
  });
});

describe('attached policies that cannot be listed', () => {
  const LIST = 'attached-policies';
  const results = async (id: number) => {
    const refused = await environment
      .remove(id)
      .catch(({ extras }: { readonly extras: { validationResults: ValidationResults } }) => extras.validationResults);
    return refused?.validationTests.find((each) => each.id === LIST);
  };

  it.each([
    ['the catalog is closed', 'REVOKE USE CATALOG ON CATALOG system FROM `account users`'],
    ['the schema is closed', 'REVOKE USE SCHEMA ON SCHEMA system.information_schema FROM `account users`'],
    ['it cannot be read', 'REVOKE SELECT ON SCHEMA system.information_schema FROM `account users`'],
  ])('since %s, a removal does not start, returns the remedy, and then continues', async (_what, revoke) => {
    const id = await environment.create(body(true));
    const made = accountFingerprint(account());
    asAda(revoke);
    const test = await results(id);
    expect(account().securables.has('governance.portcullis_policies')).toBe(true);
    runRemedy(test);
    expect(accountFingerprint(account())).toBe(made);
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(account().securables.has('governance')).toBe(false);
  });
});

it('a set-up with every feature passes after all remedies', async () => {
  addLocation(account(), 'acme_landing', 's3://acme-governance/', ADA);
  asAda(`GRANT BROWSE ON EXTERNAL LOCATION acme_landing TO \`${SERVICE}\``);
  asAda(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``);
  const request = body(true, { ...EVERYTHING, managedLocation: PLACE });
  for (const id of ['create-catalog', 'managed-storage', 'audit']) runRemedy(await environment.test(request, id));
  grantAudit(environment);
  const { validationResults } = await environment.dryRun(request);
  expect(validationResults.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
  const created = await environment.create(request);
  const { status, reason } = await environment.status(created);
  expect(status, reason).toBe('enabled');
});
