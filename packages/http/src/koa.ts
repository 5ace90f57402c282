/**
 * Portcullis in Koa 3.
 *
 * @packageDocumentation
 */
export { type KoaContext, portcullisKoa } from './mounts/portcullis-koa.ts';
