/**
 * Portcullis in Express 5, and in every framework with `(request, response, next)` of `node:http`.
 *
 * @packageDocumentation
 */
export { type ExpressRequest, portcullisExpress } from './mounts/portcullis-express.ts';
