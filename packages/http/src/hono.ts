/**
 * Portcullis in Hono 4.
 *
 * @packageDocumentation
 */
export { type HonoContext, portcullisHono } from './mounts/portcullis-hono.ts';
