import { z } from 'zod';

/**
 * Declares a query parameter that the route passes through unchanged. The service validates it, so that functions and
 * HTTP behave alike.
 *
 * @param schema - its JSON Schema in the OpenAPI document.
 */
export function passedThrough(schema: Readonly<Record<string, unknown>>) {
  return z.string().optional().meta(schema);
}
