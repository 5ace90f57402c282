/**
 * Portcullis over HTTP. Start at {@link createHttpHandler}.
 *
 * @packageDocumentation
 */
export type { Authenticate } from './auth/authenticate.ts';
export { parseYaml } from './body/parse-yaml.ts';
export type { ConsoleFile, ConsoleSite } from './console/console-site.ts';
export { createHttpHandler } from './create-http-handler.ts';
export type { EventStreamOptions } from './event-stream/create-event-stream.ts';
export type { HttpHandler } from './http-handler.ts';
export type { AddressOptions, BodyOptions, HttpHandlerOptions } from './http-handler-options.ts';
export { createOpenApiDocument, type OpenApiOptions } from './openapi/create-openapi-document.ts';
