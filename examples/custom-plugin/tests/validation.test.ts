import { describe, expect, it } from 'vitest';
import { SQL_MODE } from '../src/dialect/quote.ts';
import { scriptedDriver } from './support/scripted-driver.ts';
import { environment, statementsOf } from './support/test-environment.ts';

/** Runs one test while the server responds with these rows. */
async function outcomeOf(id: string, rows: readonly Readonly<Record<string, unknown>>[]) {
  const driver = scriptedDriver((text) => (text === SQL_MODE ? [] : rows));
  const { run, definition } = environment({
    plugin: {
      driver: driver.load,
    },
  });
  const outcome = await run(id);
  const remediation = outcome.status === 'failed' ? outcome.remediation : undefined;
  return { outcome, statements: statementsOf(definition, remediation) };
}

const SERVICE = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'ALTER',
  'DROP',
  'INDEX',
  'CREATE VIEW',
  'SHOW VIEW',
];
const CONTENTS = ['EXECUTE', 'EVENT'];
const named = (names: readonly string[]) => names.map((name) => ({ name }));

describe('the server', () => {
  it.each([
    ['11.8.2-MariaDB', 'passed'],
    ['10.5.0-MariaDB-log', 'passed'],
    ['10.4.34-MariaDB', 'failed'],
    ['8.4.0', 'failed'],
  ])('%s: the first test has %s', async (version, status) => {
    expect((await outcomeOf('basic-connection', [{ version }])).outcome.status).toBe(status);
  });
});

describe('the privileges of the set-up account', () => {
  it('are sufficient if all are granted', async () => {
    const { outcome } = await outcomeOf('setup-privileges', named([...SERVICE, ...CONTENTS, 'CREATE USER']));
    expect(outcome.status).toBe('passed');
  });

  it('are reported as missing, with the statements that grant them', async () => {
    const { outcome, statements } = await outcomeOf('setup-privileges', named([...SERVICE.slice(1), 'EXECUTE']));
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(statements).toEqual([
      'GRANT CREATE USER ON *.* TO `administrator`@`%`',
      'GRANT SELECT ON `governance`.* TO `administrator`@`%` WITH GRANT OPTION',
      'GRANT EVENT ON `governance`.* TO `administrator`@`%` WITH GRANT OPTION',
    ]);
  });
});

describe('the service account', () => {
  it('has the privileges in its database', async () => {
    expect((await outcomeOf('recurring-database-access', named(SERVICE))).outcome.status).toBe('passed');
  });

  it('fails the test with the missing privileges', async () => {
    const { outcome, statements } = await outcomeOf('recurring-database-access', named(SERVICE.slice(2)));
    expect(outcome.status).toBe('failed');
    expect(statements).toEqual(['GRANT SELECT, INSERT ON `governance`.* TO `governance_service`@`%`']);
  });
});
