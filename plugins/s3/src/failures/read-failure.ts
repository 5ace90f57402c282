import type { RawFailure } from '@portcullis/plugin-api';

/**
 * The part of an error of the AWS SDK that the plugin reads. Source: Smithy, "ServiceException" and "MetadataBearer".
 */
interface SdkError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly $fault?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
}

/** Maximum length of a shown message, in characters. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Reads the facts of an error of the AWS SDK: its `name`, which is AWS's code, and the HTTP status. `undefined` for
 * an error that is neither a response of AWS nor one of the SDK's credential providers.
 */
export function readFailure(error: unknown): RawFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, $fault, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  const isResponse = $fault !== undefined || typeof status === 'number';
  if (!isResponse && !PROVIDER_ERRORS.includes(String(name))) return undefined;
  const code = typeof status === 'number' ? `http-${status}` : undefined;
  return {
    codes: [isResponse && GENERIC.includes(String(name)) ? undefined : String(name), code],
    message: messageOf(message),
  };
}

/** Names of errors that the SDK throws before it sends a request. */
const PROVIDER_ERRORS: readonly string[] = ['CredentialsProviderError', 'TokenProviderError', 'ProviderError'];

/** Generic names, of responses without a code and of responses that could not be parsed. */
const GENERIC: readonly string[] = ['Error', 'SyntaxError', 'TypeError', 'Unknown', 'UnknownError'];

function messageOf(message: unknown): string {
  const [line = ''] = typeof message === 'string' ? message.split('\n') : [];
  if (line === '' || GENERIC.includes(line)) return 'AWS refused the call without a reason.';
  // The end of a refusal names the policy that denies the action.
  const half = MAX_MESSAGE_LENGTH / 2;
  const short = line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, half)}…${line.slice(-half)}` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
