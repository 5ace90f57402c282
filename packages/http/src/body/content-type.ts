import { MIMEType } from 'node:util';
import { ServiceError } from '@portcullis/core';
import type { RequestHeaders } from '../exchange/incoming.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** A parser from a text to a value that is safe to process. */
export type BodyParser = (text: string) => unknown;

/** The media types of bodies, each with its parser. */
const PARSERS = {
  'application/json': parseJson,
  'application/yaml': parseYaml,
  'application/x-yaml': parseYaml,
  'text/yaml': parseYaml,
} as const satisfies Readonly<Record<string, BodyParser>>;

/** A media type that a body may have. */
export type BodyMediaType = keyof typeof PARSERS;

/** The media types that all routes outside the Integrations API accept. */
export const JSON_ONLY: readonly BodyMediaType[] = ['application/json'];

/** The media types that the Integrations API accepts. Source: packages/http/README.md, "Routes". */
export const JSON_OR_YAML: readonly BodyMediaType[] = [
  'application/json',
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
];

/** Maximum number of characters of a Content-Type: `MIMEType` of Node reads its parameters in quadratic time. */
const MAX_LENGTH = 255;

/** Charsets whose bytes are valid UTF-8. */
const CHARSETS: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/**
 * Returns the parser for the headers of a request with a body.
 *
 * @throws ServiceError `MEDIA_TYPE_UNSUPPORTED` for a type, charset or content coding that the route does not accept.
 */
export function parserFor(headers: RequestHeaders, accepted: readonly BodyMediaType[]): BodyParser {
  const expected = `Send the body as ${accepted.join(', ')}`;
  const coding = headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity')
    throw unsupported(`The content coding "${coding}" is not supported. ${expected} without it.`);
  const given = headers.get('content-type');
  if (given === null) throw unsupported(`The body has no Content-Type. ${expected}.`);
  const type = parseMediaType(given);
  const mediaType = accepted.find((each) => each === type?.essence);
  if (mediaType === undefined) throw unsupported(`The Content-Type "${given}" is not supported here. ${expected}.`);
  const charset = type?.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.includes(charset))
    throw unsupported(`The charset "${charset}" is not supported. ${expected} in UTF-8.`);
  return PARSERS[mediaType];
}

function parseMediaType(text: string): MIMEType | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

function unsupported(message: string): ServiceError {
  return new ServiceError('MEDIA_TYPE_UNSUPPORTED', message);
}
