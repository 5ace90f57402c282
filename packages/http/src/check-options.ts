import { ServiceError } from '@portcullis/core';
import { DEFAULT_BODY_OPTIONS } from './defaults.ts';
import type { EventStreamOptions } from './event-stream/create-event-stream.ts';
import type { HttpHandlerOptions } from './http-handler-options.ts';
import { normalizePath } from './routing/base-path.ts';

/** The maximum delay of a timer in Node, in milliseconds. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Maximum share of a name that is mistyped. */
const MISTYPED = 0.34;
/** Two neighbouring characters that are swapped. */
const SWAPPED = 2;

type Names<Options> = { readonly [Name in keyof Options]-?: object | null };

/** The names of all options, with those in groups. */
const NAMES: Names<HttpHandlerOptions> = {
  basePath: null,
  publicUrl: null,
  bodyLimit: null,
  bodyTimeoutMs: null,
  authenticate: null,
  console: null,
  eventStreams: { heartbeatMs: null, lifetimeMs: null } satisfies Names<EventStreamOptions>,
  logger: null,
};

/** Options with their defaults. */
export interface CheckedOptions extends HttpHandlerOptions {
  readonly basePath: string;
  readonly bodyLimit: number;
  readonly bodyTimeoutMs: number;
}

/** @throws ServiceError `OPTIONS_INVALID` with the option in `details`. */
export function checkOptions(options: HttpHandlerOptions): CheckedOptions {
  refuseUnknown(options);
  const { basePath = '', publicUrl } = options;
  const { bodyLimit = DEFAULT_BODY_OPTIONS.bodyLimit, bodyTimeoutMs = DEFAULT_BODY_OPTIONS.bodyTimeoutMs } = options;
  if (basePath !== '' && !basePath.startsWith('/'))
    refuse('basePath', `must start with a slash, "${basePath}" does not`);
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 1) refuse('bodyLimit', 'must be a positive number of bytes');
  if (!Number.isSafeInteger(bodyTimeoutMs) || bodyTimeoutMs < 1 || bodyTimeoutMs > MAX_TIMEOUT_MS)
    refuse('bodyTimeoutMs', `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
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
  const issues = unknownIn(options, NAMES, '');
  if (issues.length === 0) return;
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
  throw new ServiceError('OPTIONS_INVALID', `The options of createHttpHandler are not valid. ${text}`, {
    details: issues,
  });
}

function unknownIn(options: object, names: object, groupPath: string): readonly { path: string; message: string }[] {
  if (!isLiteral(options)) return [];
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const path = `${groupPath}${name}`;
    if (!Object.hasOwn(names, name)) {
      const intended = closestName(name, Object.keys(names));
      const question = intended === undefined ? '' : ` Did you mean ${groupPath}${intended}?`;
      return [{ path, message: `There is no such option.${question}` }];
    }
    const inner: unknown = names[name as keyof typeof names];
    return inner && typeof value === 'object' && value !== null ? unknownIn(value, inner, `${path}.`) : [];
  });
}

/** Returns whether an object was written as a literal: instances of classes may have members of their own. */
function isLiteral(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
}

/**
 * Returns the name that a host probably means by an unknown one, as for the options of `createPortcullis`. The search is loaded
 * only now, and at once, because the factory is synchronous. In a bundle, which may lack it, there is no suggestion.
 */
function closestName(unknown: string, names: readonly string[]): string | undefined {
  const wanted = unknown.toLowerCase();
  const maxDistance = Math.max(SWAPPED, Math.floor(wanted.length * MISTYPED));
  try {
    const load = process.getBuiltinModule('node:module').createRequire(import.meta.url);
    const { closestMatch } = load('leven') as typeof import('leven');
    const candidates = names.map((each) => each.toLowerCase());
    const close = closestMatch(wanted, candidates, { maxDistance });
    return names.find((each) => each.toLowerCase() === close);
  } catch {
    return undefined;
  }
}

function refuse(option: string, problem: string): never {
  throw new ServiceError('OPTIONS_INVALID', `createHttpHandler: ${option} ${problem}.`, { details: { option } });
}
