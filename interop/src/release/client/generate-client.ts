import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

/** The operations of the document that respond with a stream of events on request. The client requests their JSON. */
const EVENT_STREAM = 'text/event-stream';

/**
 * Writes the generated part of `@portcullis/client` into a folder, which is emptied first: types of every body and
 * response, and one function for each operation.
 *
 * @param document - the OpenAPI document of an instance with every plugin.
 */
export async function generateClient(document: OpenApiDocument, folder: string): Promise<void> {
  await createClient({
    input: withoutEventStreams(document) as never,
    logs: { level: 'silent', file: false },
    output: { path: folder, module: { extension: '.ts' }, clean: true },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true },
      { name: '@hey-api/typescript', enums: false },
      { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
    ],
  });
  adaptToRuntimes(join(folder, 'client', 'client.gen.ts'));
}

/** Replacements in the generated code, which takes a browser for granted. */
const REPLACEMENTS = [
  // The types of Node have the same type under another name.
  ['as BodyInit | null | undefined', "as RequestInit['body']"],
  // A request of Deno has an option `client`, too, which is not ours.
  [
    'request = new Request(url, requestInit);',
    'delete (requestInit as { client?: unknown }).client;\n      request = new Request(url, requestInit);',
  ],
] as const;

function adaptToRuntimes(file: string): void {
  let text = readFileSync(file, 'utf8');
  for (const [generated, replacement] of REPLACEMENTS) {
    if (!text.includes(generated)) throw new Error(`The generated client does not contain "${generated}" any more.`);
    text = text.replaceAll(generated, replacement);
  }
  writeFileSync(file, text);
}

/** The checked part of an OpenAPI document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The folder of the generated part. */
export const GENERATED = join(import.meta.dirname, '../../../..', 'packages', 'client', 'src', 'generated');

function withoutEventStreams(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || !(EVENT_STREAM in value)) return value;
      const { [EVENT_STREAM]: _stream, ...rest } = value as Record<string, unknown>;
      return rest;
    }),
  ) as OpenApiDocument;
}
