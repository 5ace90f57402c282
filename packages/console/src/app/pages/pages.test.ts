import type { Integration, Settings, Webhook, WebhookDetail } from '@portcullis/client';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../form/json-schema.ts';
import { pageOfList } from '../routing/page-of-list.ts';
import { parseHash, toHash } from '../routing/route.ts';
import { apiAddress } from '../service/api-address.ts';
import { explainError } from '../service/explain-error.ts';
import { filterIntegrations, targetText } from './filter-integrations.ts';
import { keptSecrets } from './integration/kept-secrets.ts';
import { nextSteps } from './integration/next-steps.ts';
import { keyState } from './keys/key-state.ts';
import { changeOf, entriesOf, settingIssue } from './settings-form.ts';
import { changedEntries, conflictingEntries, storedEntries } from './webhooks/changed-entries.ts';
import { filterWebhooks } from './webhooks/filter-webhooks.ts';
import { historyQuery, pageOf } from './webhooks/history-query.ts';
import { readStates } from './webhooks/read-states.ts';
import { refusalIssues } from './webhooks/refusal-issues.ts';
import { responseHint } from './webhooks/response-hint.ts';
import { webhookState } from './webhooks/webhook-state.ts';

describe('the address', () => {
  it('of the API is relative to the page, wherever the page is mounted', () => {
    expect(apiAddress('https://host.example/console/#/x')).toBe('https://host.example');
    expect(apiAddress('https://host.example/a/b/console/index.html?x=1')).toBe('https://host.example/a/b');
  });

  it('of a page is parsed back to the same page', () => {
    const path = ['integrations', 'a/b', '3'];
    expect(parseHash(toHash(path, { filter: 'x y', empty: '' }))).toEqual({ path, query: { filter: 'x y' } });
    expect(parseHash('')).toEqual({ path: [], query: {} });
    expect(parseHash('#/%E0%A4%A')).toEqual({ path: ['%E0%A4%A'], query: {} });
  });
});

describe('the list of integrations', () => {
  const integration = (id: string, type: string, host: string, status = 'enabled') =>
    ({
      id,
      type,
      status,
      config: { host, database: 'gov' },
      validationResults: { status: 'passed' },
    }) as unknown as Integration;
  const all = [
    integration('2', 'Trino', 'b'),
    integration('10', 'Redshift', 'a', 'createError'),
    integration('1', 'Redshift', 'c'),
  ];
  const ids = (query: Record<string, string>) => filterIntegrations(all, query).map(({ id }) => id);

  it('is ordered by number, and by any column, in both directions', () => {
    expect(ids({})).toEqual(['1', '2', '10']);
    expect(ids({ order: 'desc' })).toEqual(['10', '2', '1']);
    expect(ids({ sort: 'target' })).toEqual(['10', '2', '1']);
    expect(ids({ sort: 'type' })).toEqual(['1', '10', '2']);
  });

  it('is filtered by words and status', () => {
    expect(ids({ filter: 'REDSHIFT c' })).toEqual(['1']);
    expect(ids({ status: 'createError' })).toEqual(['10']);
    expect(ids({ filter: 'nothing' })).toEqual([]);
  });

  it('describes each integration', () => {
    expect(targetText({ config: { host: 'h', database: 'd', port: 1 } })).toBe('h · d');
    expect(targetText({})).toBe('–');
  });
});

describe('an error message', () => {
  const failure = (code: string, more: object = {}) =>
    Object.assign(new Error('What the service says.'), { name: 'PortcullisError', code, ...more });

  it('states the failure and the remedy', () => {
    expect(explainError(failure('PLAN_CHANGED', { requestId: 'r' }))).toMatchObject({
      title: 'The plan has changed since you reviewed it',
      message: 'What the service says.',
      help: 'Nothing was run. Review the new plan.',
      requestId: 'r',
    });
  });

  it('is the message of the service for unknown codes', () => {
    expect(explainError(failure('SOMETHING_NEW'))).toMatchObject({ message: 'What the service says.', issues: [] });
  });

  it('includes well-formed issues only', () => {
    const issue = { path: 'config.host', message: 'Empty.' };
    expect(explainError(failure('BODY_INVALID', { details: [issue, { path: 1 }, null] })).issues).toEqual([issue]);
    expect(explainError(failure('TARGET_TAKEN', { details: { id: 3 } })).issues).toEqual([]);
  });

  it('is shown at the field of a webhook', () => {
    expect([...refusalIssues(failure('WEBHOOK_URL_REFUSED'))]).toEqual([['url', 'What the service says.']]);
    const refused = { code: 'WEBHOOK_URL_REFUSED', message: 'Not public.' };
    expect([...refusalIssues(failure('NO_WEBHOOK_CREATED', { details: [refused] }))]).toEqual([['url', 'Not public.']]);
    const details = [{ path: 'webhooks.0.name', message: 'Too short.' }];
    expect([...refusalIssues(failure('BODY_INVALID', { details }))]).toEqual([['name', 'Too short.']]);
  });
});

describe('webhooks', () => {
  const delivery = { state: 'active', since: '', pending: 0, held: 0, consecutiveFailures: 0, options: {} };
  const state = (part: object) => webhookState({ delivery: { ...delivery, ...part } } as WebhookDetail).state;

  it('are active, failing, suspended, paused or disabled', () => {
    expect(state({})).toBe('active');
    expect(state({ consecutiveFailures: 2 })).toBe('failing');
    expect(state({ consecutiveFailures: 9, nextProbeAt: '2026-01-01T00:00:00Z' })).toBe('open');
    expect(state({ state: 'paused', nextProbeAt: '2026-01-01T00:00:00Z' })).toBe('paused');
    expect(state({ state: 'disabled' })).toBe('disabled');
  });

  it('have their stored values in the form, and only changed fields are sent', () => {
    const webhook = { id: 3, name: 'a', url: 'u', notificationType: ['x', 'y'], global: false, createdBy: 1 };
    const stored = storedEntries({ ...webhook, delivery: { ...delivery, actionType: 'receive' } } as WebhookDetail);
    expect(stored).toEqual({ name: 'a', url: 'u', notificationType: ['x', 'y'], global: false, actionType: 'receive' });
    expect(changedEntries(stored, { ...stored, notificationType: ['y', 'x'] })).toEqual({});
    expect(changedEntries(stored, { ...stored, actionType: null })).toEqual({ actionType: null });
  });

  it('ask the user to decide about a conflicting change', () => {
    const before = { name: 'a', url: 'u', notificationType: ['x'], actionType: null, global: true } as const;
    const mine = { ...before, name: 'b', url: 'v' };
    expect(conflictingEntries(before, mine, before)).toEqual([]);
    expect(conflictingEntries(before, mine, { ...before, notificationType: ['z'] })).toEqual([]);
    expect(conflictingEntries(before, mine, { ...before, url: 'v' })).toEqual([]);
    expect(conflictingEntries(before, mine, { ...before, name: 'c', url: 'w' })).toEqual(['name', 'address']);
  });

  it('are found by search words', () => {
    const webhook = { id: 1, name: 'Audit log', url: 'https://a.example', notificationType: ['tagCreated'] };
    const webhooks = [webhook, { ...webhook, id: 2, name: 'Other' }] as Webhook[];
    const found = (filter: string) => filterWebhooks(webhooks, { filter }).map(({ id }) => id);
    expect(found('')).toEqual([1, 2]);
    expect(found('AUDIT')).toEqual([1]);
    expect(found('tag a.example')).toEqual([1, 2]);
    expect(found('nothing')).toEqual([]);
  });

  it('send only changed fields', () => {
    const before = { name: 'a', url: 'u', notificationType: ['x'], actionType: null, global: true } as const;
    expect(changedEntries(before, before)).toEqual({});
    expect(changedEntries(before, { ...before, notificationType: ['x', 'y'], url: 'v' })).toEqual({
      url: 'v',
      notificationType: ['x', 'y'],
    });
  });

  it('have a history with exactly the filters of the HTTP interface', () => {
    const query = { successOrFailure: 'failure', offset: '', nonsense: 'x' };
    expect(historyQuery(query, true)).toEqual({
      successOrFailure: 'failure',
      includeGlobal: 'true',
      includeUser: 'true',
    });
    expect(historyQuery(query, false)).toEqual({ successOrFailure: 'failure' });
    expect(pageOf({ offset: '40', pageSize: '20' }, 7)).toEqual({ offset: 40, pageSize: 20, first: 41, last: 47 });
    expect(pageOf({ offset: 'x' }, 3)).toMatchObject({ offset: 0, pageSize: 20 });
  });
});

describe('the hint at the response to a test', () => {
  it('is that a 401 is probably the secret', () => {
    expect(responseHint(401, false)).toMatch(/probably the secret.*not signed. Enter the secret/);
    expect(responseHint(401, true)).toMatch(/probably the secret.*the same secret/);
  });

  it('is absent for any other response', () => {
    expect(responseHint(200, true)).toBeUndefined();
    expect(responseHint(403, false)).toBeUndefined();
  });
});

describe('the next steps', () => {
  const after = (autoBootstrap: boolean, failureClass: string, drifted = false) =>
    nextSteps({
      status: 'recurringValidationError',
      autoBootstrap,
      validationResults: { status: 'failed', validationTests: [{ name: 't', status: 'failed', failureClass }] },
      drifted,
    } as Integration).map(({ part }) => part);

  it('after a failed validation depend on the set-up', () => {
    expect(after(true, 'credentials')).toEqual(['maintenance', 'edit']);
    expect(after(false, 'credentials')).toEqual(['edit']);
    expect(after(true, 'not-found')).toEqual(['drift', 'edit']);
    expect(after(false, 'not-found')).toEqual(['drift']);
  });

  it('lead to known drift in every status, once', () => {
    const enabled = { status: 'enabled', drifted: true } as Integration;
    expect(nextSteps(enabled).map(({ part }) => part)).toEqual(['drift']);
    expect(after(true, 'not-found', true)).toEqual(['drift', 'edit']);
  });
});

describe('a long list', () => {
  const items = Array.from({ length: 120 }, (_, index) => index);
  const page = (offset: string, all = 120) => pageOfList(items, { offset }, all);

  it('is shown page by page', () => {
    expect(pageOfList([1, 2], {}, 2)).toEqual({ items: [1, 2], offset: 0, pageSize: 50, summary: '2 in all' });
    expect(pageOfList([1, 2], {}, 9).summary).toBe('2 of 9');
    expect(page('').summary).toBe('1 to 50 of 120');
    expect(page('50').items[0]).toBe(50);
    expect(page('100', 300)).toMatchObject({ offset: 100, summary: '101 to 120 of 120, found among 300' });
  });

  it('shows its last page for a number past the end, and its first page for an invalid number', () => {
    expect(page('5000').offset).toBe(100);
    expect(['x', '-50', '1e3', '49'].map((offset) => page(offset).offset)).toEqual([0, 0, 0, 0]);
    expect(pageOfList([], { offset: '50' }, 3)).toMatchObject({ items: [], offset: 0, summary: '0 of 3' });
  });
});

describe('states', () => {
  it('are requested a few at a time, and not after they are no longer needed', async () => {
    let [open, most] = [0, 0];
    const fetchState = async (id: number) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return `state ${id}`;
    };
    const states: [number, string][] = [];
    const ids = Array.from({ length: 50 }, (_, index) => index);
    await readStates(ids, { fetchState, onState: (id, state) => states.push([id, state]), isCancelled: () => false });
    expect(states).toHaveLength(50);
    expect(most).toBe(4);
    expect(new Map(states).get(7)).toBe('state 7');
    const few: number[] = [];
    await readStates(ids, { fetchState, onState: (id) => few.push(id), isCancelled: () => few.length >= 8 });
    expect(few.length).toBe(8);
  });
});

describe('settings', () => {
  const settings: Settings = {
    webhookDeadlineMs: 10_000,
    webhookAutomaticRetry: true,
    webhookRetrySchedule: [5000, 300_000],
    webhookDisableAfterDays: 5,
    webhookRetentionDays: { succeeded: 7, failed: 30 },
    recurringValidationPeriodMs: 3_600_000,
    tableGrantsRolePrefix: null,
    policyAdjustmentLifetimeDays: 365,
  };
  const entries = entriesOf(settings);

  it('are shown in readable units', () => {
    expect(entries).toMatchObject({
      webhookDeadlineMs: '10',
      webhookRetrySchedule: '5, 300',
      recurringValidationPeriodMs: '60',
    });
  });

  it('are sent only if changed, and retention as a whole', () => {
    expect(changeOf(entries, entries)).toEqual({});
    const changed = {
      ...entries,
      webhookDeadlineMs: '2,5',
      tableGrantsRolePrefix: ' GOV ',
      'webhookRetentionDays.failed': '60',
    };
    expect(changeOf(entries, changed)).toEqual({
      webhookDeadlineMs: 2500,
      tableGrantsRolePrefix: 'GOV',
      webhookRetentionDays: { succeeded: 7, failed: 60 },
    });
  });

  it('have their limits in the unit of the form', () => {
    expect(settingIssue('webhookDeadlineMs', 'This must be at least 100.')).toBe('This must be at least 0.1 seconds.');
    expect(settingIssue('webhookDisableAfterDays', 'This must be at most 9.')).toBe('This must be at most 9.');
  });

  it('leave the rejection of an invalid number to the service', () => {
    expect(changeOf(entries, { ...entries, webhookDeadlineMs: 'soon' })).toEqual({ webhookDeadlineMs: 'soon' });
  });
});

describe('secrets and keys', () => {
  it('are kept if their field is empty, except secrets that are used once', () => {
    const redacted = new Set(['username', 'okta.password', 'token']);
    const credentials: JsonSchema = { oneOf: [{ properties: { username: {} } }, { properties: { okta: {} } }] };
    expect([...keptSecrets(redacted, { autoBootstrap: true }, credentials)]).toEqual(['token']);
    expect(keptSecrets(redacted, { autoBootstrap: false }, credentials)).toEqual(redacted);
    expect(keptSecrets(redacted, { autoBootstrap: true }, undefined)).toEqual(redacted);
  });

  it('are valid until they expire or are revoked', () => {
    const now = Date.parse('2026-06-01T00:00:00Z');
    expect(keyState({}, now)).toBe('valid');
    expect(keyState({ expiresAt: '2026-05-01T00:00:00Z' }, now)).toBe('expired');
    expect(keyState({ expiresAt: '2026-05-01T00:00:00Z', revokedAt: '2026-04-01T00:00:00Z' }, now)).toBe('revoked');
  });
});
