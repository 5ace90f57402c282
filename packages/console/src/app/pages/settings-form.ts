import type { Settings, SettingsBody } from '@portcullis/client';

/** A setting in the form. */
export interface SettingField {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly kind: 'number' | 'text' | 'switch';
  /** The setting as text. */
  readonly read: (settings: Settings) => string;
  /**
   * Returns the request body for a text. A text that is not a number is sent unchanged: the service reports the problem.
   */
  readonly write: (text: string) => SettingsBody;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The units of the form for settings that the service has in milliseconds. */
const UNITS: Readonly<Record<string, readonly [milliseconds: number, unit: string]>> = {
  webhookDeadlineMs: [SECOND, 'seconds'],
  webhookRetrySchedule: [SECOND, 'seconds'],
  recurringValidationPeriodMs: [MINUTE, 'minutes'],
};

/** Returns the message of the service about a setting, with its limits in the unit of the form. */
export function settingIssue(name: string, message: string): string {
  const [milliseconds, unit] = UNITS[name] ?? [];
  if (milliseconds === undefined) return message;
  return message.replace(
    /\b(least|most) (\d+)\b/g,
    (_found, bound, limit) => `${bound} ${limit / milliseconds} ${unit}`,
  );
}

const numberOf = (text: string, unit = 1): number => {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(number) ? (text as unknown as number) : Math.round(number * unit);
};

/** The settings, in the order in which they are shown. */
export const SETTING_FIELDS: readonly SettingField[] = [
  {
    name: 'webhookDeadlineMs',
    title: 'Deadline of receivers, in seconds',
    help: 'The time within which a receiver must respond.',
    kind: 'number',
    read: ({ webhookDeadlineMs }) => String(webhookDeadlineMs / SECOND),
    write: (text) => ({ webhookDeadlineMs: numberOf(text, SECOND) }),
  },
  {
    name: 'webhookAutomaticRetry',
    title: 'Retry failed deliveries automatically',
    help: '',
    kind: 'switch',
    read: ({ webhookAutomaticRetry }) => String(webhookAutomaticRetry),
    write: (text) => ({ webhookAutomaticRetry: text === 'true' }),
  },
  {
    name: 'webhookRetrySchedule',
    title: 'Waits before each retry, in seconds',
    help: 'In order, separated by commas.',
    kind: 'text',
    read: ({ webhookRetrySchedule }) => webhookRetrySchedule.map((wait) => wait / SECOND).join(', '),
    write: (text) => ({
      webhookRetrySchedule: text
        .split(',')
        .filter((part) => part.trim() !== '')
        .map((part) => numberOf(part, SECOND)),
    }),
  },
  {
    name: 'webhookDisableAfterDays',
    title: 'Disable a webhook after days without a success',
    help: '0: never.',
    kind: 'number',
    read: ({ webhookDisableAfterDays }) => String(webhookDisableAfterDays),
    write: (text) => ({ webhookDisableAfterDays: numberOf(text) }),
  },
  {
    name: 'recurringValidationPeriodMs',
    title: 'Minutes between recurring validations',
    help: '0 turns them off.',
    kind: 'number',
    read: ({ recurringValidationPeriodMs }) => String(recurringValidationPeriodMs / MINUTE),
    write: (text) => ({ recurringValidationPeriodMs: numberOf(text, MINUTE) }),
  },
  {
    name: 'tableGrantsRolePrefix',
    title: 'Prefix of the roles of table grants',
    help: 'Empty: none.',
    kind: 'text',
    read: ({ tableGrantsRolePrefix }) => tableGrantsRolePrefix ?? '',
    write: (text) => ({ tableGrantsRolePrefix: text.trim() === '' ? null : text.trim() }),
  },
  {
    name: 'policyAdjustmentLifetimeDays',
    title: 'Lifetime of a policy adjustment, in days',
    help: '',
    kind: 'number',
    read: ({ policyAdjustmentLifetimeDays }) => String(policyAdjustmentLifetimeDays),
    write: (text) => ({ policyAdjustmentLifetimeDays: numberOf(text) }),
  },
];

/** The two retention periods go together. */
export const RETENTION = [
  { name: 'succeeded', title: 'Keep successful deliveries, in days' },
  { name: 'failed', title: 'Keep failed deliveries, in days' },
] as const;

/** The entered values, by name of the setting; `webhookRetentionDays.succeeded` and so on for retention. */
export type SettingEntries = Readonly<Record<string, string>>;

/** Settings as entries. */
export function entriesOf(settings: Settings): SettingEntries {
  return {
    ...Object.fromEntries(SETTING_FIELDS.map(({ name, read }) => [name, read(settings)])),
    ...Object.fromEntries(
      RETENTION.map(({ name }) => [`webhookRetentionDays.${name}`, String(settings.webhookRetentionDays[name])]),
    ),
  };
}

/** Returns the body that changes only the settings that differ. */
export function changeOf(before: SettingEntries, after: SettingEntries): SettingsBody {
  const differs = (name: string) => before[name] !== after[name];
  const simple = SETTING_FIELDS.filter(({ name }) => differs(name)).map(({ name, write }) => write(after[name] ?? ''));
  const retention = RETENTION.some(({ name }) => differs(`webhookRetentionDays.${name}`));
  const days = ({ name }: (typeof RETENTION)[number]) => numberOf(after[`webhookRetentionDays.${name}`] ?? '');
  return Object.assign(
    {},
    ...simple,
    retention ? { webhookRetentionDays: { succeeded: days(RETENTION[0]), failed: days(RETENTION[1]) } } : {},
  );
}
