import { optionGroup, ServiceError, unknownOptionIssues } from '@portcullis/core';
import { DEFAULT_BODY_OPTIONS } from './defaults.ts';
import type { EventStreamOptions } from './event-stream/create-event-stream.ts';
import type { HttpHandlerOptions } from './http-handler-options.ts';
import { normalizePath } from './routing/base-path.ts';

/** The maximum delay of a timer in Node, in milliseconds. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const EVENT_STREAMS = optionGroup<EventStreamOptions>({ heartbeatMs: null, lifetimeMs: null });

/** The names of all options, with those in groups. */
const NAMES = optionGroup<HttpHandlerOptions>({
  basePath: null,
  publicUrl: null,
  bodyLimit: null,
  bodyTimeoutMs: null,
  authenticate: null,
  console: null,
  eventStreams: EVENT_STREAMS,
  logger: null,
});

/** Options with their defaults. */
export interface CheckedOptions extends HttpHandlerOptions {
  readonly basePath: string;
  readonly bodyLimit: number;
  readonly bodyTimeoutMs: number;
}

/** @throws ServiceError `OPTIONS_INVALID` with the option in `details`. */
export function checkOptions(options: HttpHandlerOptions): CheckedOptions {
  refuseUnknown(options);
  const { basePath = '', publicUrl, authenticate, console, eventStreams = {} } = options;
  const { bodyLimit = DEFAULT_BODY_OPTIONS.bodyLimit, bodyTimeoutMs = DEFAULT_BODY_OPTIONS.bodyTimeoutMs } = options;
  if (basePath !== '' && !basePath.startsWith('/'))
    refuse('basePath', `must start with a slash, "${basePath}" does not`);
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 1) refuse('bodyLimit', 'must be a positive number of bytes');
  const durations = {
    bodyTimeoutMs,
    'eventStreams.heartbeatMs': eventStreams.heartbeatMs,
    'eventStreams.lifetimeMs': eventStreams.lifetimeMs,
  };
  for (const [option, duration = 1] of Object.entries(durations)) {
    if (!Number.isSafeInteger(duration) || duration < 1 || duration > MAX_TIMEOUT_MS)
      refuse(option, `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
  }
  if (authenticate !== undefined && typeof authenticate !== 'function') refuse('authenticate', 'must be a function');
  if (console !== undefined && typeof console.files !== 'function')
    refuse('console', 'must be the result of createConsole()');
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#]+[^?#]*$/.test(publicUrl)) {
    refuse('publicUrl', `must be an http or https address without a query, "${publicUrl}" is not`);
  }
  return {
    ...options,
    basePath: normalizePath(basePath),
    bodyLimit,
    bodyTimeoutMs,
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
  };
}

/** Refuses names that do not exist, such as misspelt ones. An option that is undefined has no effect under any name. */
function refuseUnknown(options: HttpHandlerOptions): void {
  const issues = unknownOptionIssues(options, NAMES);
  if (issues.length === 0) return;
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
  throw new ServiceError('OPTIONS_INVALID', `The options of createHttpHandler are not valid. ${text}`, {
    details: issues,
  });
}

function refuse(option: string, problem: string): never {
  throw new ServiceError('OPTIONS_INVALID', `createHttpHandler: ${option} ${problem}.`, { details: { option } });
}
