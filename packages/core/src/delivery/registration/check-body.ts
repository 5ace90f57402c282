import { z } from 'zod';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { parseInput } from '../../kernel/input/parse-input.ts';
import type { Principal } from '../../security/principals/principal.ts';
import type { WebhookCreationError } from '../views/webhook-views.ts';
import { checkElement, type ElementRules, type Refusal } from './check-element.ts';
import type { WebhookInput } from './webhook-input.ts';

/** The length to which names and URLs of refused elements are cut when the response repeats them. */
const ECHO_LIMIT = 255;

/** The accepted and the refused elements of a body. */
export interface CheckedBody {
  readonly accepted: readonly WebhookInput[];
  readonly errors: readonly WebhookCreationError[];
}

/**
 * Parses the body of POST /webhooks and checks each element by itself.
 *
 * @throws ServiceError `BODY_INVALID` if there is no list of webhooks; `NO_WEBHOOK_CREATED`, with the errors of all elements, if
 * none is accepted.
 */
export function checkBody(
  body: unknown,
  principal: Principal,
  rules: ElementRules,
  maxPerRequest: number,
): CheckedBody {
  const schema = z.strictObject({ webhooks: z.array(z.unknown()).min(1).max(maxPerRequest) });
  const { webhooks } = parseInput(schema, body);
  const accepted: WebhookInput[] = [];
  const errors: WebhookCreationError[] = [];
  for (const [index, element] of webhooks.entries()) {
    const { input, refusal } = checkElement(element, principal, rules);
    if (input) accepted.push(input);
    else errors.push(creationError(index, element, refusal));
  }
  if (accepted.length > 0) return { accepted, errors };
  const [first] = errors;
  const message =
    errors.length === 1
      ? `The webhook was not created: ${first?.message}`
      : `None of the ${errors.length} webhooks was created. The first: ${first?.message}`;
  throw new ServiceError('NO_WEBHOOK_CREATED', message, { body: { createdWebhooks: [], errors } });
}

function creationError(index: number, element: unknown, { code, message, details }: Refusal): WebhookCreationError {
  return {
    index,
    ...echo(element, 'name'),
    ...echo(element, 'url'),
    message,
    code,
    ...(details === undefined ? {} : { details }),
  };
}

function echo(element: unknown, field: 'name' | 'url'): { readonly [Field in typeof field]?: string } {
  const value = (element as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof value === 'string' ? { [field]: value.slice(0, ECHO_LIMIT) } : {};
}
