import type { ErrorCode } from '../../kernel/errors/error-codes.ts';
import { ServiceError, type ServiceErrorExtras } from '../../kernel/errors/service-error.ts';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import type { AddressGuard } from '../../security/address-guard/address-guard.ts';
import { APPLICATION_ADMIN, type Principal } from '../../security/principals/principal.ts';
import { isAdmin } from '../../security/principals/require-permission.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import { needsAdmin } from '../subscriptions/subscription-permission.ts';
import { type WebhookInput, webhookInput } from './webhook-input.ts';

/** Maximum number of issues in the refusal of one element; a request has up to a hundred elements. */
const MAX_ELEMENT_ISSUES = 5;

/** The rules by which elements are checked. */
export interface ElementRules {
  readonly kinds: KindRegistry;
  readonly guard: AddressGuard;
}

/** The reason why an element is refused. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: NonNullable<ServiceErrorExtras['details']>;
}

/** The outcome for one element. */
export type CheckedElement =
  | { readonly input: WebhookInput; readonly refusal?: undefined }
  | { readonly input?: undefined; readonly refusal: Refusal };

/** Checks one element of POST /webhooks: its form, its kinds, its URL, and the permission of the caller. */
export function checkElement(element: unknown, principal: Principal, { kinds, guard }: ElementRules): CheckedElement {
  const parsed = webhookInput.safeParse(element, { reportInput: false });
  if (!parsed.success) {
    const issues = inputIssues(parsed.error).slice(0, MAX_ELEMENT_ISSUES);
    const [first] = issues;
    const where = first?.path ? `${first.path}: ` : '';
    return { refusal: refusalOf('BODY_INVALID', `The webhook is not valid. ${where}${first?.message}`, issues) };
  }
  const input = { ...parsed.data, notificationType: [...new Set(parsed.data.notificationType)] };
  const refusal = checkRequested(input, principal, { kinds, guard });
  return refusal ? { refusal } : { input };
}

/** The fields of a requested webhook that can be refused. */
export type RequestedWebhook = Pick<WebhookInput, 'url' | 'global' | 'notificationType'>;

/** Checks the kinds and the URL of a well-formed webhook, and the permission of the caller. */
export function checkRequested(
  input: RequestedWebhook,
  principal: Principal,
  { kinds, guard }: ElementRules,
): Refusal | undefined {
  const unknown = input.notificationType.filter((kind) => kind !== ALL_NOTIFICATIONS && !kinds.find(kind));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 3).map((kind) => JSON.stringify(kind.slice(0, 100)));
    return refusalOf(
      'KIND_UNKNOWN',
      `There is no notification kind ${names.join(', ')}: GET /webhooks/actions lists them.`,
      { kinds: unknown.slice(0, MAX_ELEMENT_ISSUES).map((kind) => kind.slice(0, 100)) },
    );
  }
  const urlProblem = guard.refuseUrl(input.url);
  if (urlProblem) return refusalOf('WEBHOOK_URL_REFUSED', urlProblem);
  return isAdmin(principal) ? undefined : checkPermission(input, kinds);
}

function checkPermission(input: RequestedWebhook, kinds: KindRegistry): Refusal | undefined {
  const { global, notificationType } = input;
  const demanding = notificationType.filter((kind) =>
    // `ALL_NOTIFICATIONS` has no class and always needs an administrator.
    needsAdmin({ global: false, kind, kindClass: kinds.find(kind)?.class ?? 'system', notificationType }),
  );
  if (!global && demanding.length === 0) return undefined;
  const what = global ? 'A global webhook' : `A webhook for ${demanding.slice(0, 3).join(', ')}`;
  return refusalOf('PERMISSION_MISSING', `${what} requires the permission ${APPLICATION_ADMIN}.`, {
    permission: APPLICATION_ADMIN,
    ...(demanding.length > 0 ? { kinds: demanding.slice(0, MAX_ELEMENT_ISSUES) } : {}),
  });
}

/** Returns the error for a refusal that is the response to the whole request. */
export function refused({ code, message, details }: Refusal): ServiceError {
  return new ServiceError(code, message, details === undefined ? {} : { details });
}

function refusalOf(code: ErrorCode, message: string, details?: Refusal['details']): Refusal {
  return { code, message, ...(details === undefined ? {} : { details }) };
}
