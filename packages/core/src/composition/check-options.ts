import { z } from 'zod';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { issueText } from '../kernel/input/issue-text.ts';
import { inputIssues } from '../kernel/input/parse-input.ts';
import type { IntegrationOptions } from '../options/integration-options.ts';
import { OPTION_NAMES } from '../options/option-names.ts';
import type { PortcullisOptions } from '../options/portcullis-options.ts';
import type { BacklogOptions, DeliveryThread, WebhookOptions } from '../options/webhook-options.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { issuesOf, unknownOptionIssues } from './unknown-option-issues.ts';
import type { UnknownOption } from './unknown-options.ts';

/** The longest delay of a timer in Node, in milliseconds: a longer one would end immediately. */
const MAX_TIMER_MS = 2_147_483_647;

const milliseconds = () => z.int().min(1).max(MAX_TIMER_MS);
const count = (min: 0 | 1) => z.int().min(min);
/** Days and hours may be fractions. */
const duration = () => z.number().min(0);

/** A port with these functions. Hosts in JavaScript have no compiler that would find a missing one. */
function port(functions: readonly string[], message: string) {
  const has = (value: unknown, name: string) =>
    typeof (value as Record<string, unknown> | undefined)?.[name] === 'function';
  return z.custom((value) => functions.every((name) => has(value, name)), message);
}

/** The options of a group whose values are numbers, and others that are listed here. */
type Checked<Options> = { readonly [Name in keyof Options]?: z.ZodType };

const integrationSchema = z.looseObject({
  validationBudgetMs: z.union([milliseconds(), z.record(z.string(), milliseconds())]).optional(),
  validationConcurrency: count(1).optional(),
  secretExpiryWarningDays: duration().optional(),
  statementDeadlineMs: milliseconds().optional(),
  transientRetries: count(0).optional(),
  leaseMs: milliseconds().optional(),
  progressPollMs: milliseconds().optional(),
  endedRetentionDays: duration().optional(),
  timelineRetentionDays: duration().optional(),
} satisfies Checked<IntegrationOptions>);

const backlogSchema = z.looseObject({
  limit: count(1).optional(),
  policy: z.enum(['hold', 'drop-oldest', 'reject']).optional(),
} satisfies Checked<BacklogOptions>);

const threadSchema = z.looseObject({ hostConcurrency: count(0).optional() } satisfies Checked<DeliveryThread>);

const webhookSchema = z.looseObject({
  allow: z.array(z.unknown()).optional(),
  kinds: z.array(z.unknown()).optional(),
  responseLimit: count(0).optional(),
  thread: z.union([z.instanceof(URL), threadSchema]).optional(),
  concurrency: count(0).optional(),
  concurrencyPerEndpoint: count(1).optional(),
  reconcileMs: milliseconds().optional(),
  failingAfter: count(1).optional(),
  manualRetriesPerMinute: count(0).optional(),
  backlog: backlogSchema.optional(),
  payloadLimit: count(1).optional(),
  maxPerRequest: count(1).optional(),
} satisfies Checked<WebhookOptions>);

const optionsSchema = z.looseObject({
  plugins: z.array(z.unknown()),
  store: port(['open', 'close'], 'This must be a store, such as createSqliteStore({ file }).'),
  secretKeys: port(['key'], 'This must be secret keys, such as createStaticSecretKeys({ current, keys }).'),
  queue: port(['wake', 'handle', 'close'], 'This must be a queue with wake, handle and close.').optional(),
  transport: port(['send', 'close'], 'This must be a transport with send and close.').optional(),
  logger: port(
    ['debug', 'info', 'warn', 'error'],
    'This must have debug, info, warn and error, as console has.',
  ).optional(),
  idempotencyKeyHours: duration().optional(),
  settings: settingsSchema.partial().optional(),
  integrations: integrationSchema.optional(),
  webhooks: webhookSchema.optional(),
} satisfies Checked<PortcullisOptions>);

/**
 * Checks the names, the ports and the numbers of a host's options, and the names of those of its store. Numbers often come from environment
 * variables: `Number(undefined)` would be no number, and an instance with it would deliver nothing.
 *
 * @throws ServiceError `OPTIONS_INVALID`; `details` has the path of each invalid option.
 */
export function checkOptions(options: PortcullisOptions): void {
  const unknown = [
    ...unknownOptionIssues(options, OPTION_NAMES),
    ...unknownOfStore(options).flatMap((each) => issuesOf(each, OPTION_NAMES)),
  ];
  const parsed = optionsSchema.safeParse(options, { reportInput: false });
  const invalid = parsed.success ? [] : inputIssues(parsed.error);
  const issues = [...unknown, ...invalid.filter(({ path }) => !unknown.some((issue) => issue.path === path))];
  if (issues.length === 0) return;
  throw new ServiceError('OPTIONS_INVALID', `The options are not valid. ${issueText(issues)}`, { details: issues });
}

/** Returns the names that the factory of the store does not have, so that they are reported together with the others. */
function unknownOfStore({ store }: Partial<PortcullisOptions>): readonly UnknownOption[] {
  const { given, known } = store?.factoryOptions ?? { given: [], known: [] };
  const group = { names: Object.fromEntries(known.map((name) => [name, null])), isOpen: false, hasCallbacks: false };
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.map((name) => ({ path: `store.${name}`, name, groupPath: 'store.', group }));
}
