import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bigquerySetup } from './bigquery-setup.ts';
import { terraformQuote } from './terraform-quote.ts';

const input = { project: 'acme-analytics', role: 'portcullis_service', dataset: 'governance' };
const email = 'portcullis@acme-analytics.iam.gserviceaccount.com';
const description = 'Made by the set-up script of Portcullis.';

/**
 * An emulator of both command-line tools: stores roles and accounts as files, and records every changing call. As `sleep`, it records
 * pauses. The lines of a file of refusals are the responses to the next calls.
 */
const TOOL = `#!/bin/sh
name=\${0##*/}
if [ "$name" = sleep ]; then printf '%s\\n' "$1" >>"$STATE/pauses"; exit; fi
if [ -s "$STATE/refusals-$2-$3" ]; then
  head -n 1 "$STATE/refusals-$2-$3" >&2
  tail -n +2 "$STATE/refusals-$2-$3" >"$STATE/rest" && mv "$STATE/rest" "$STATE/refusals-$2-$3"
  exit 1
fi
if [ -e "$STATE/denied-$name" ]; then echo 'ERROR: PERMISSION_DENIED: Not allowed.' >&2; exit 1; fi
if [ "$name" = bq ]; then
  [ -e "$STATE/dataset" ] && exit 0
  echo 'BigQuery error in show operation: Not found: Dataset acme-analytics:governance'
  exit 2
fi
case "$1 $2 $3" in
  'iam roles describe') file=role ;;
  'iam service-accounts describe') file=account ;;
  *) file= ;;
esac
if [ -n "$file" ]; then
  [ -e "$STATE/$file" ] || { echo 'ERROR: (gcloud) NOT_FOUND: There is none.' >&2; exit 1; }
  case "$*" in
    *'value(deleted)'*) [ -e "$STATE/$file-deleted" ] && echo True; exit 0 ;;
    *) cat "$STATE/$file"; exit ;;
  esac
fi
printf '%s' "$name" >>"$STATE/calls"
for word in "$@"; do printf '\\t%s' "$word" >>"$STATE/calls"; done
printf '\\n' >>"$STATE/calls"
case "$1 $2 $3" in
  'iam roles create') printf '%s' "$MADE" >"$STATE/role" ;;
  'iam roles delete') : >"$STATE/role-deleted" ;;
  'iam roles undelete') rm "$STATE/role-deleted" ;;
  'iam service-accounts create') printf '%s' "$MADE" >"$STATE/account" ;;
  'iam service-accounts delete') rm "$STATE/account" ;;
  'iam service-accounts keys') : >"$5" ;;
esac
`;

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'portcullis-bigquery-'));
  for (const name of ['gcloud', 'bq', 'sleep']) {
    writeFileSync(join(state, name), TOOL);
    chmodSync(join(state, name), 0o755);
  }
});

afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Runs a script with a real shell. Returns its exit code and the changing calls. */
function run(script: string) {
  for (const name of ['calls', 'pauses']) writeFileSync(join(state, name), '');
  const env = { PATH: `${state}:${process.env.PATH}`, STATE: state, MADE: description };
  const { status, stderr } = spawnSync('sh', ['-s'], { input: script, cwd: state, env, encoding: 'utf8' });
  const lines = readFileSync(join(state, 'calls'), 'utf8').split('\n').slice(0, -1);
  const calls = lines.map((line) => line.split('\t'));
  const pauses = readFileSync(join(state, 'pauses'), 'utf8').split('\n').slice(0, -1);
  return { status, stderr, calls, pauses, names: calls.map((words) => words.slice(1, 4).join(' ')) };
}

// These tests need a POSIX shell.
describe.skipIf(process.platform === 'win32')('the set-up script', () => {
  it('creates the role with minimal permissions, the account, the binding and the key', () => {
    const { script, permissions } = bigquerySetup(input);
    const { status, calls, names } = run(script);
    expect(status).toBe(0);
    expect(names).toEqual([
      'services enable bigquery.googleapis.com',
      'iam roles create',
      'iam service-accounts create',
      'projects add-iam-policy-binding acme-analytics',
      'iam service-accounts keys',
    ]);
    expect(calls[1]).toEqual(expect.arrayContaining(['portcullis_service', `--permissions=${permissions.join(',')}`]));
    expect(calls[3]).toEqual(
      expect.arrayContaining([
        `--member=serviceAccount:${email}`,
        '--role=projects/acme-analytics/roles/portcullis_service',
      ]),
    );
  });

  it('can be run twice: the second run creates nothing and keeps the key', () => {
    const { script } = bigquerySetup(input);
    run(script);
    const again = run(script);
    expect(again.status).toBe(0);
    expect(again.names).toEqual([
      'services enable bigquery.googleapis.com',
      'iam roles update',
      'projects add-iam-policy-binding acme-analytics',
    ]);
  });

  const UNSEEN = `ERROR: (gcloud.projects.add-iam-policy-binding) INVALID_ARGUMENT: Service account ${email} does not exist.\n`;
  const UNKNOWN = 'ERROR: (gcloud.iam.service-accounts.keys.create) NOT_FOUND: Unknown service account\n';
  const CHANGED = 'ERROR: ABORTED: There were concurrent policy changes. Please retry the whole read-modify-write.\n';

  it('repeats the binding until the new account is visible, and after a change of the policy at the same moment', () => {
    writeFileSync(join(state, 'refusals-add-iam-policy-binding-acme-analytics'), `${UNSEEN}${UNSEEN}${CHANGED}`);
    const { status, names, pauses } = run(bigquerySetup(input).script);
    expect({ status, pauses }).toEqual({ status: 0, pauses: ['5', '10', '15'] });
    expect(names.slice(-2)).toEqual(['projects add-iam-policy-binding acme-analytics', 'iam service-accounts keys']);
  });

  it('stops with the refusal if the account is still invisible after a minute', () => {
    writeFileSync(join(state, 'refusals-add-iam-policy-binding-acme-analytics'), UNSEEN.repeat(9));
    const { status, stderr, pauses } = run(bigquerySetup(input).script);
    expect(status).toBe(1);
    expect(stderr).toContain('does not exist');
    expect(pauses).toEqual(['5', '10', '15', '30', '0']);
  });

  it('repeats the creation of the key until the new account is visible, but not if the organization forbids keys', () => {
    const { script } = bigquerySetup(input);
    writeFileSync(join(state, 'refusals-service-accounts-keys'), UNKNOWN);
    expect(run(script)).toMatchObject({ status: 0, pauses: ['5'] });
    rmSync(join(state, 'portcullis-key.json'));
    writeFileSync(
      join(state, 'refusals-service-accounts-keys'),
      'ERROR: FAILED_PRECONDITION: Key creation is not allowed.\n',
    );
    const { status, stderr, pauses } = run(script);
    expect({ status, pauses }).toEqual({ status: 1, pauses: [] });
    expect(stderr).toContain('Key creation is not allowed');
  });

  it.each(['role', 'account'])('stops at a foreign %s of the same name', (file) => {
    writeFileSync(join(state, file), 'Made by another team.');
    const { status, stderr, names } = run(bigquerySetup(input).script);
    expect(status).toBe(1);
    expect(stderr).toContain('was not created by this script');
    expect(names.filter((name) => /update|binding|keys/.test(name))).toEqual([]);
    expect(readFileSync(join(state, file), 'utf8')).toBe('Made by another team.');
  });

  it('requires no permission to administer the project', () => {
    const { permissions } = bigquerySetup(input);
    const administrative = permissions.filter((name) => /setIamPolicy|admin|serviceAccount/i.test(name));
    // Authorised views are a part of the access policy of a dataset.
    expect(administrative).toEqual(['bigquery.datasets.setIamPolicy']);
    expect(new Set(permissions).size).toBe(permissions.length);
  });
});

describe.skipIf(process.platform === 'win32')('the removal script', () => {
  it('removes everything that the set-up created, and can be run twice', () => {
    const { script, removalScript } = bigquerySetup(input);
    run(script);
    expect(run(removalScript).names).toEqual([
      'projects remove-iam-policy-binding acme-analytics',
      'iam service-accounts delete',
      'iam roles delete',
    ]);
    expect(run(removalScript)).toMatchObject({ status: 0, names: [] });
  });

  it('allows another set-up: the deleted role is restored', () => {
    const { script, removalScript } = bigquerySetup(input);
    run(script);
    run(removalScript);
    expect(run(script).names).toContain('iam roles undelete');
  });

  it('does nothing while the dataset exists', () => {
    const { script, removalScript } = bigquerySetup(input);
    run(script);
    writeFileSync(join(state, 'dataset'), '');
    const { status, names, stderr } = run(removalScript);
    expect({ status, names }).toEqual({ status: 1, names: [] });
    expect(stderr).toContain('delete the integration first');
  });

  it.each(['gcloud', 'bq'])(
    'stops if %s lacks the permission to read, and does not treat hidden objects as absent',
    (tool) => {
      const { script, removalScript } = bigquerySetup(input);
      run(script);
      writeFileSync(join(state, `denied-${tool}`), '');
      const { status, names, stderr } = run(removalScript);
      expect({ status, names }).toEqual({ status: 1, names: [] });
      expect(stderr).toContain('PERMISSION_DENIED: Not allowed.');
    },
  );

  it.each([
    ['ERROR: Policy binding with the specified principal, role, and condition not found!', 0],
    ['ERROR: PERMISSION_DENIED: Policy update access denied.', 1],
  ])('keeps the account while its binding cannot be removed: %s', (refusal, expected) => {
    const { script, removalScript } = bigquerySetup(input);
    run(script);
    writeFileSync(join(state, 'refusals-remove-iam-policy-binding-acme-analytics'), `${refusal}\n`);
    const { status, stderr, names } = run(removalScript);
    expect(status).toBe(expected);
    expect(names.includes('iam service-accounts delete')).toBe(expected === 0);
    expect(stderr).toBe(expected === 0 ? '' : `${refusal}\n`);
  });

  it('does not change a foreign account or role', () => {
    writeFileSync(join(state, 'account'), 'Made by another team.');
    writeFileSync(join(state, 'role'), 'Made by another team.');
    expect(run(bigquerySetup(input).removalScript)).toMatchObject({ status: 1, names: [] });
  });
});

describe('names', () => {
  it.each([
    ['project', '--project=other'],
    ['project', "acme'; rm -rf ~ #"],
    ['role', 'projects/acme-analytics/roles/x'],
    ['role', 'role\n'],
    ['dataset', 'acme.governance'],
    ['serviceAccountId', '$(id)'],
  ])('are rejected if the platform would reject them: %s %j', (field, value) => {
    expect(() => bigquerySetup({ ...input, [field]: value })).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID' }),
    );
  });

  it('never reach a script unless they are plain words', () => {
    const hostile = fc.string({ unit: fc.constantFrom("'", '\n', '$', '`', ';', 'a', 'b', '-', '_', '.', ':', '1') });
    fc.assert(
      fc.property(hostile, hostile, hostile, (project, role, dataset) => {
        try {
          bigquerySetup({ project, role, dataset });
        } catch {
          return;
        }
        expect(`${project} ${role} ${dataset}`).toMatch(/^[\w.:-]+ [\w.]+ \w+$/);
      }),
    );
  });

  it('may belong to a domain', () => {
    expect(bigquerySetup({ ...input, project: 'example.com:analytics' }).serviceAccount).toBe(
      'portcullis@analytics.example.com.iam.gserviceaccount.com',
    );
  });
});

describe('the Terraform configuration', () => {
  it('creates the same objects as the script', () => {
    const { terraform, permissions } = bigquerySetup(input);
    for (const name of permissions) expect(terraform).toContain(`"${name}"`);
    expect(terraform).toContain('role_id     = "portcullis_service"');
    expect(terraform).toContain('sensitive = true');
  });

  it('escapes template syntax', () => {
    const brace = '{d}';
    expect(terraformQuote(`a"b\\c\n$${brace}%${brace}`)).toBe(String.raw`"a\u0022b\u005cc\u000a\u0024{d}\u0025{d}"`);
    // After a doubled sign, another doubled sign starts a template.
    expect(terraformQuote(`$$${brace}`)).toBe(String.raw`"\u0024\u0024{d}"`);
  });
});
