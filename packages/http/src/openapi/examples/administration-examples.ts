import type { ComponentExamples } from './component-examples.ts';

const apiKey = {
  id: 5,
  name: 'Pipeline',
  prefix: 'pck_4f6a1c',
  principalId: 1,
  principalName: 'Ada',
  permissions: ['APPLICATION_ADMIN'],
  createdAt: '2026-03-01T12:00:00.000Z',
};
const secretKeys = { currentKeyId: '2026', count: 41, old: [{ keyId: '2025', count: 3 }] };

/** Examples of settings, keys and the service itself. */
export const ADMINISTRATION_EXAMPLES = {
  Settings: {
    webhookDeadlineMs: 10_000,
    webhookAutomaticRetry: true,
    webhookRetrySchedule: [5000, 300_000, 1_800_000],
    webhookDisableAfterDays: 5,
    webhookRetentionDays: { succeeded: 7, failed: 30 },
    recurringValidationPeriodMs: 3_600_000,
    tableGrantsRolePrefix: null,
    policyAdjustmentLifetimeDays: 365,
  },
  SettingsBody: { webhookDeadlineMs: 5000, webhookRetentionDays: { succeeded: 7, failed: 90 } },
  SecretKeys: secretKeys,
  Resealed: { ...secretKeys, count: 44, old: [], resealed: 3 },
  ApiKey: apiKey,
  ApiKeyBody: { name: 'Pipeline', permissions: ['APPLICATION_ADMIN'], expiresAt: '2027-03-01T12:00:00Z' },
  ApiKeyCreated: { ...apiKey, key: '<the key>' },
  ApiKeyRevoked: { ...apiKey, revokedAt: '2026-04-01T08:00:00.000Z', alsoRevoked: [] },
  Health: { status: 'ok' },
} satisfies ComponentExamples;
