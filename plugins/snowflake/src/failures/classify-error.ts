import { classifyNodeFailure, type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { DRIVER_FAILURES, SERVER_FAILURES, SIGN_IN_FAILURES, STATE_FAILURES, STATUS_FAILURES } from './failure-rows.ts';

/** The part of an error of the driver, or of the REST transport, that the plugin reads. */
interface VendorError {
  readonly code?: unknown;
  readonly sqlState?: unknown;
  readonly status?: unknown;
  readonly response?: { readonly status?: unknown; readonly statusCode?: unknown } | null;
  readonly cause?: unknown;
}

/** Errors of the driver by name: those without a response of the server have their own codes. */
const FROM_VENDOR: ReadonlySet<string> = new Set([
  'SnowflakeApiError',
  'OperationFailedError',
  'NetworkError',
  'RequestFailedError',
  'UnexpectedContentError',
  'ClientError',
  'InvalidParameterError',
  'MissingParameterError',
  'OCSPError',
]);

/** The driver's code for a response that is not JSON. */
const NOT_JSON = '401003';

/** A suspended warehouse does not always have its own code. Source: "Warehouse ... is suspended" of ALTER WAREHOUSE. */
const SUSPENDED = /warehouse .* (is suspended|cannot be resumed)/i;

/**
 * Classifies an error of the driver or of the REST interface: by the code, then by the SQLSTATE, then by the HTTP status.
 * An unknown error is passed to Node's own table.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const members = membersOf(error);
  if (!members || !FROM_VENDOR.has(members.name)) return undefined;
  const { code, sqlState, http, cause } = members;
  const message = sentence(members.message);
  const vendorCode = typeof code === 'number' ? String(code).padStart(6, '0') : code;
  const lookUp = (rows: Parameters<typeof lookUpFailure>[0], found: unknown) =>
    lookUpFailure(rows, { codes: [textOf(found)], message });
  const byCode = lookUp(SERVER_FAILURES, vendorCode);
  if (SUSPENDED.test(members.message)) {
    const help = byCode?.help;
    return { class: 'paused-or-starting', code: textOf(vendorCode), message, ...(help === undefined ? {} : { help }) };
  }
  return (
    byCode ??
    lookUp(STATE_FAILURES, sqlState) ??
    lookUp(SIGN_IN_FAILURES, vendorCode) ??
    // The cause of a broken connection is more specific than the connection error.
    classifyNodeFailure(cause) ??
    (http === undefined ? undefined : lookUp(STATUS_FAILURES, `http-${http}`)) ??
    lookUp(DRIVER_FAILURES, vendorCode ?? (isEmpty(members) ? NOT_JSON : undefined))
  );
}

/** The driver reports a page instead of a response as a failure without a message. */
function isEmpty({ name, message, code, sqlState }: Members): boolean {
  return name === 'OperationFailedError' && message === '' && code === undefined && sqlState === undefined;
}

interface Members {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
  readonly sqlState: unknown;
  /** The HTTP status. */
  readonly http: unknown;
  readonly cause: unknown;
}

/** Returns the readable members of an error, or `undefined`: members of a foreign error may throw when they are read. */
function membersOf(error: unknown): Members | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const { code, sqlState, status, response, cause } = error as VendorError;
    const http = status ?? response?.status ?? response?.statusCode;
    return { name: String(error.name), message: String(error.message), code, sqlState, http, cause };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns the first sentence of a server's message, without the prefix for the phase and without request ids. */
function sentence(message: string): string {
  const [first = ''] = message
    .replace(
      /^(SQL (compilation|execution|access control) error:|Uncaught exception of type '\w+' on line .*? :)\s*/i,
      '',
    )
    .split('\n');
  const text = first.replaceAll(/ ?\[[0-9a-f-]{36}\]/g, '').trim();
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
