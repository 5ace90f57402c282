import type { PortcullisError, ValidationResults } from '@portcullis/client';

/** A problem in the sent body. */
export interface Issue {
  /** Its path in the body: `config.host`. */
  readonly path: string;
  readonly message: string;
}

/** The texts of a failure. */
export interface Explanation {
  readonly title: string;
  readonly message: string;
  readonly help?: string;
  readonly issues: readonly Issue[];
  readonly requestId?: string;
  readonly validationResults?: ValidationResults;
}

type Words = readonly [title: string, help?: string];

/** Titles by code, and remedies that the message of the service does not contain. */
const WORDS: Readonly<Record<string, Words>> = {
  API_KEY_MISSING: ['No key was sent', 'Sign in with an API key.'],
  API_KEY_INVALID: [
    'The key is not accepted',
    'It was mistyped, has expired or was revoked. Ask an administrator for a new key.',
  ],
  KEY_FORM: ['This is not an API key', 'API keys begin with pck_. What you entered was not sent.'],
  PERMISSION_MISSING: ['This key lacks the permission', 'Sign in with the key of an Application Admin.'],
  UNREACHABLE: [
    'The service does not respond',
    'Check that it is running and that you are online, then try again. Nothing on this page is lost.',
  ],
  TIMED_OUT: [
    'The service took too long',
    'It may still be working on your request: check the status before you try again.',
  ],
  NOT_PORTCULLIS: [
    'The response did not come from the service',
    'A proxy or a sign-in page is in between. Open the address in a new tab to see it.',
  ],
  BODY_INVALID: ['Some fields are not valid'],
  ATTRIBUTES_NOT_EDITABLE: [
    'Some of these settings cannot be changed',
    'The objects on the platform are named after it. To change it, delete the integration and create it again.',
  ],
  VALIDATION_FAILED: ['A test did not pass', 'Nothing was changed. Fix what the failed tests report, then try again.'],
  PLAN_CHANGED: ['The plan has changed since you reviewed it', 'Nothing was run. Review the new plan.'],
  VERSION_MISMATCH: ['Another user changed this in the meantime', 'Nothing was run, and your entries are still here.'],
  INTEGRATION_BUSY: ['An operation is running', 'Wait for it to end. Its progress is on the page “Activity”.'],
  INTEGRATION_ENDED: ['This integration has been deleted', 'Create it again.'],
  INTEGRATION_NOT_FOUND: ['There is no such integration', 'It may have been deleted. See the list of integrations.'],
  TARGET_TAKEN: ['This target already has an integration', 'Edit the integration that the message names.'],
  TARGET_CREATION_FAILED: [
    'An earlier attempt for this target failed',
    'Edit the integration that the message names: that resumes it.',
  ],
  CREDENTIALS_MISSING: [
    'Privileged credentials are needed',
    'They were used once and were not kept. Enter them below.',
  ],
  REDACTED_VALUE: ['A secret is needed again', 'The service has not kept it. Enter it again.'],
  WEBHOOK_NOT_FOUND: ['There is no such webhook', 'It may have been deleted.'],
  WEBHOOK_URL_REFUSED: ['Deliveries may not go to this address'],
  NO_WEBHOOK_CREATED: ['The webhook was not created'],
  RATE_LIMITED: ['Too many requests in a short time', 'Wait a little, then try again.'],
  INSTANCE_CLOSED: ['The service is shutting down', 'Try again in a moment.'],
};

/** Returns the texts of a failure: what happened and what to do. */
export function explainError(error: unknown): Explanation {
  if (!isServiceError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { title: 'Something went wrong on this page', message, issues: [] };
  }
  const { code, message, details, requestId, validationResults } = error;
  const [title, help] = WORDS[code] ?? ['The service refused the request'];
  return {
    title,
    message: code === 'API_KEY_INVALID' || code === 'KEY_FORM' ? '' : message,
    ...(help === undefined ? {} : { help }),
    issues: issuesOf(details),
    ...(requestId === undefined ? {} : { requestId }),
    ...(validationResults === undefined ? {} : { validationResults }),
  };
}

function isServiceError(error: unknown): error is PortcullisError {
  return error instanceof Error && error.name === 'PortcullisError';
}

function issuesOf(details: unknown): readonly Issue[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (entry): entry is Issue => typeof entry?.path === 'string' && typeof entry?.message === 'string',
  );
}
