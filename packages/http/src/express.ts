/**
 * Portcullis in Express 5, and in anything else that speaks `(request, response, next)` of `node:http`.
 *
 * @packageDocumentation
 */
export { type ExpressRequest, portcullisExpress } from './mounts/portcullis-express.ts';
