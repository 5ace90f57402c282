import { CLIENT_ERROR_CODES, isPortcullisError, type PortcullisError } from '@portcullis/client';
import { CommanderError } from 'commander';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { renderValidation } from './render-validation.ts';
import type { Style } from './style.ts';

/** Returns the exit code for a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (isUsageError(error)) return EXIT_CODE.usage;
  if (isPortcullisError(error, 'BODY_INVALID', 'TYPE_UNKNOWN', 'PARAMETER_INVALID')) return EXIT_CODE.usage;
  if (isPortcullisError(error, 'UNREACHABLE', 'NOT_PORTCULLIS', 'API_KEY_INVALID', 'API_KEY_MISSING', 'TIMED_OUT')) {
    return EXIT_CODE.unreachable;
  }
  return EXIT_CODE.failed;
}

/** Returns a failure as text for users: the problem, its location and the remedy. */
export function renderError(error: unknown, style: Style): string {
  if (isPortcullisError(error)) return renderRefusal(error, style);
  const message = error instanceof Error ? error.message : String(error);
  return `${style('error', message)}\n`;
}

/** Returns a failure as JSON for the next program. */
export function errorAsJson(error: unknown): Readonly<Record<string, unknown>> {
  if (!isPortcullisError(error)) {
    return { code: isUsageError(error) ? 'USAGE' : 'FAILED', message: (error as Error).message };
  }
  const { code, message, call, status, details, validationResults, requestId } = error;
  return { code, message, call, status, details, validationResults, requestId };
}

function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || error instanceof CommanderError;
}

function renderRefusal(error: PortcullisError, style: Style): string {
  const { code, message, details, validationResults, requestId } = error;
  const issues = Array.isArray(details)
    ? details.map(
        (issue: { readonly path?: unknown; readonly message?: unknown }) => `  ${issue.path}: ${issue.message}\n`,
      )
    : [];
  const tests = validationResults === undefined ? '' : renderValidation(validationResults, style);
  const reference = requestId === undefined ? code : `${code}, request ${requestId}`;
  // Messages of the service contain the remedy; messages of the client do not, so the help of the code is added.
  const help = Object.entries(CLIENT_ERROR_CODES).find(([own]) => own === code)?.[1].help;
  const advice = help === undefined ? '' : `  ${help}\n`;
  return `${style('error', message)}\n${issues.join('')}${tests}${advice}${style('muted', reference)}\n`;
}
