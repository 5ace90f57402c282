import type { ErrorCode } from '@portcullis/core';
import type { z } from 'zod';
import type { Access } from '../auth/require-access.ts';
import type { BodyRules } from '../body/read-body.ts';
import type { ComponentSchemaName } from '../openapi/component-schemas.ts';
import type { PluginSchemaName } from '../openapi/plugin-schemas.ts';
import type { OfferedMediaTypes } from '../responses/negotiate.ts';
import type { RouteResponse } from '../responses/route-response.ts';
import type { Call } from './call.ts';

/** The schema of a response: one schema, a list of it, or one of two schemas. */
export type ResponseSchema =
  | ComponentSchemaName
  | { readonly listOf: ComponentSchemaName | 'string' }
  | { readonly oneOf: readonly ComponentSchemaName[] }
  | 'object'
  /** No body at all. */
  | 'nothing';

/** One row of the table of routes: the router and the OpenAPI document are both made from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base path, with ids as `{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'Integrations' | 'Scripts' | 'Webhooks' | 'Administration' | 'Service';
  readonly summary: string;
  readonly access: Access;
  readonly query: z.ZodObject;
  /** Request headers of the route. */
  readonly headers: readonly ('If-Match' | 'If-Plan' | 'Idempotency-Key' | 'Last-Event-ID')[];
  readonly body: (BodyRules & { readonly schema: ComponentSchemaName | PluginSchemaName }) | undefined;
  /** Media types of the response. */
  readonly offers: OfferedMediaTypes;
  readonly responses: Readonly<Record<number, { readonly schema: ResponseSchema; readonly description: string }>>;
  /** Error codes in addition to those of all routes of its kind. */
  readonly errors: readonly ErrorCode[];
  readonly run: (call: Call) => Promise<RouteResponse>;
}
