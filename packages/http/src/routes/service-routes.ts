import { NO_STORE } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Routes about the service itself, open to any caller. */
export const SERVICE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Check whether this node serves requests and its store responds',
    access: 'open',
    responses: {
      200: { schema: 'Health', description: 'The service responds.' },
      503: { schema: 'Health', description: 'The service is closing, or the store does not respond.' },
    },
    async run({ instance, logFailure }) {
      const { status } = await instance.health().catch((error: unknown) => {
        logFailure(error);
        return { status: 'unavailable' as const };
      });
      return { status: status === 'ok' ? 200 : 503, headers: NO_STORE, body: { status } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'Get this document',
    access: 'open',
    responses: { 200: { schema: 'object', description: 'An OpenAPI 3.1 document.' } },
    async run({ document }) {
      return { status: 200, json: await document() };
    },
  }),
];
