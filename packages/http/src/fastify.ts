/**
 * Portcullis in Fastify 5.
 *
 * @packageDocumentation
 */
export {
  type FastifyHost,
  type FastifyReplyParts,
  type FastifyRequestParts,
  portcullisFastify,
} from './mounts/portcullis-fastify.ts';
