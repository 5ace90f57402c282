import { classifyNodeFailure, type FailureClassification, lookUpFailure, PlatformError } from '@portcullis/plugin-api';
import { DRIVER_FAILURES, ENTRA_ONLY_FAILURE, SERVER_FAILURES } from './failure-rows.ts';

/** The part of an error of the driver that the plugin reads. */
interface DriverError {
  readonly code?: unknown;
  /** The number of the server's message; the connection adds it to errors of a sign-in. */
  readonly number?: unknown;
  readonly errors?: unknown;
}

/** Errors of the driver have one of these names. Source: Tedious, `errors.ts`. */
const DRIVER_ERRORS: ReadonlySet<string> = new Set(['ConnectionError', 'RequestError']);

/**
 * The reason of a server that refuses every login with a password. Its number is that of a wrong password. Source: Azure
 * SQL, "Microsoft Entra-only authentication".
 */
const ENTRA_ONLY = /only authentication is enabled/i;

/** An informational message after the actual error: "see previous errors", "the statement has been terminated". */
const FOLLOW_UPS: ReadonlySet<number> = new Set([3621, 3727, 1750]);

/**
 * Classifies an error of the driver or of the server behind it: by the server's number, then by the cause of the broken
 * connection, then by the driver's code. An unknown error is passed to Node's own table.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const first = primaryError(error);
  const members = first && membersOf(first);
  if (!members || !DRIVER_ERRORS.has(members.name)) return undefined;
  const { code, number, message, cause } = members;
  if (ENTRA_ONLY.test(message)) return { ...ENTRA_ONLY_FAILURE, code: String(number ?? code) };
  if (typeof number === 'number') {
    const classification = lookUpFailure(SERVER_FAILURES, { codes: [number], message: sentence(message) });
    if (classification) return withBlockedAddress(classification, message);
  }
  // A refusal of the connector is the cause of the driver's error.
  if (PlatformError.isInstance(cause)) {
    return { class: cause.failureClass, message: cause.message, help: cause.help };
  }
  if (typeof code !== 'string') return undefined;
  return classifyNodeFailure(cause) ?? lookUpFailure(DRIVER_FAILURES, { codes: [code], message: '' });
}

/** The address in the refusal of a firewall. Source: Azure SQL, "Troubleshooting connectivity issues", error 40615. */
const BLOCKED_ADDRESS = /IP address '([0-9a-f.:]+)'/i;

/** Names the address that a firewall blocks, as the server sees it: an administrator adds a rule for it. */
function withBlockedAddress(failure: FailureClassification, message: string): FailureClassification {
  const [, address] = failure.code === '40615' ? (BLOCKED_ADDRESS.exec(message) ?? []) : [];
  return address === undefined
    ? failure
    : { ...failure, message: `No firewall rule of the workspace admits the address ${address}.` };
}

/** Returns the first message of the server that does not only refer to another message. */
function primaryError(error: unknown): Error | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const { errors } = error as DriverError;
    const parts = Array.isArray(errors) ? errors.filter((each) => each instanceof Error) : [];
    const primary = parts.filter((each) => !FOLLOW_UPS.has(Number((each as DriverError).number)));
    return primary[0] ?? parts[0] ?? error;
  } catch {
    return undefined;
  }
}

interface Members {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
  readonly number: unknown;
  readonly cause: unknown;
}

/** Returns the readable members of an error: members of a foreign error may throw when they are read. */
function membersOf(error: Error): Members | undefined {
  try {
    const { code, number } = error as DriverError;
    const { name } = error.constructor;
    return { name, message: String(error.message), code, number, cause: error.cause };
  } catch {
    return undefined;
  }
}

/** Returns the first sentence of a server's message. */
function sentence(message: string): string {
  const [first = ''] = message.split(/\r?\n/);
  const text = first.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
