import { describe, expect, it } from 'vitest';
import { createFakePortcullis } from '../../tests/support/fake-portcullis.ts';
import { send } from '../../tests/support/http-client.ts';
import { createHttpHandler } from '../create-http-handler.ts';
import { ROUTES } from '../routes/routes.ts';
import type { Route } from '../routing/route.ts';
import { COMPONENT_SCHEMAS } from './component-schemas.ts';
import { linksOf } from './links.ts';
import { returnedIds, schemaNames } from './returned-ids.ts';

const routeOf = (id: string): Route => ROUTES.find(({ operationId }) => operationId === id) as Route;

/** Every link with its response. */
const LINKS = ROUTES.flatMap((route) =>
  Object.keys(route.responses).flatMap((status) =>
    Object.entries(linksOf(route, Number(status))).map(([name, link]) => ({ route, status, name, link })),
  ),
);

/** Responses with an `id` that no operation accepts. */
const WITHOUT_MEMBERS: readonly string[] = ['Operation', 'TimelineEntry', 'IntegrationType', 'ProgressEvent'];

describe('links', () => {
  it('lead to every operation that takes an id', () => {
    const takers = ROUTES.filter(({ path }) => path.includes('{id}')).map(({ operationId }) => operationId);
    const linked = new Set(LINKS.map(({ link }) => link.operationId));
    expect(takers.filter((id) => !linked.has(id))).toEqual([]);
  });

  it('start from every response with an id (a new schema must declare its kind of id)', () => {
    const responded = ROUTES.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ schema }) => schemaNames(schema)),
    );
    const withId = [...new Set(responded)].filter((name) => {
      const schema = COMPONENT_SCHEMAS[name];
      return 'shape' in schema && 'id' in schema.shape && !WITHOUT_MEMBERS.includes(name);
    });
    expect(withId.length).toBeGreaterThan(8);
    expect(withId.filter((name) => returnedIds(name).length === 0)).toEqual([]);
  });

  it('name existing operations, and parameters of those operations', () => {
    for (const { link } of LINKS) {
      const target = routeOf(link.operationId);
      const known = new Set([
        ...(target.path.includes('{id}') ? ['path.id'] : []),
        ...Object.keys(target.query.shape).map((name) => `query.${name}`),
        ...target.headers.map((name) => `header.${name}`),
      ]);
      expect(Object.keys(link.parameters).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('pass the id to every operation that needs one', () => {
    const without = LINKS.filter(
      ({ link }) => routeOf(link.operationId).path.includes('{id}') && !('path.id' in link.parameters),
    );
    expect(without.map(({ route, name }) => `${route.operationId}.${name}`)).toEqual([]);
  });

  it('use only existing values of the request', () => {
    for (const { route, name, link } of LINKS) {
      const from = [...Object.values(link.parameters), link.requestBody ?? ''];
      const place = `${route.operationId}.${name}`;
      if (from.includes('$request.path.id')) expect(route.path, place).toContain('{id}');
      if (from.includes('$request.body')) expect(route.body, place).toBeDefined();
    }
  });

  const asked = LINKS.flatMap(({ route, status, name, link }) =>
    Object.values(link.parameters)
      .filter((expression) => expression.startsWith('$response.body#'))
      .map((expression) => ({ route, status, name, pointer: expression.slice('$response.body#'.length) })),
  );
  const places = Map.groupBy(asked, ({ route, status, pointer }) => `${route.operationId} ${status} ${pointer}`);

  it.each([...places])('find the values that they use in the response: %s', async (_place, [first]) => {
    const { route, status, pointer } = first as (typeof asked)[number];
    const handler = createHttpHandler(createFakePortcullis().portcullis);
    const search = status === '200' && 'dryRun' in route.query.shape && pointer === '/plan/hash' ? '?dryRun=true' : '';
    const sending = route.body ? { json: { some: 'body' } } : {};
    const response = await send(handler, `${route.method} ${route.path.replace('{id}', '7')}${search}`, sending);
    expect(String(response.status)).toBe(status);
    const found = pointer
      .slice(1)
      .split('/')
      .reduce((value: unknown, step) => (value as Record<string, unknown> | undefined)?.[step], response.json);
    expect(['string', 'number']).toContain(typeof found);
  });

  it('lead from a creation to all operations on the created object', () => {
    expect(Object.keys(linksOf(routeOf('createIntegration'), 201))).toEqual(
      expect.arrayContaining(['getIntegration', 'updateIntegration', 'deleteIntegration', 'getEditScript', 'repeat']),
    );
    expect(linksOf(routeOf('createWebhooks'), 201).listHistoryOfWebhook).toMatchObject({
      operationId: 'listHistoryOfWebhook',
      parameters: { 'path.id': '$response.body#/createdWebhooks/0/id' },
    });
  });

  it('lead from the first member of a list to the operations on it', () => {
    expect(linksOf(routeOf('listApiKeys'), 200).revokeApiKey?.parameters).toEqual({
      'path.id': '$response.body#/0/id',
    });
    expect(linksOf(routeOf('listWebhookHistory'), 200).retryDelivery?.parameters).toEqual({
      'path.id': '$response.body#/records/0/id',
    });
  });

  it('pass the version to the operations that it protects', () => {
    expect(linksOf(routeOf('getIntegration'), 200).updateIntegration?.parameters).toEqual({
      'path.id': '$request.path.id',
      'header.If-Match': '$response.header.ETag',
    });
  });

  it('lead from a change to reading operations only', () => {
    const names = Object.keys(linksOf(routeOf('deleteIntegration'), 200));
    expect(names).toContain('getIntegrationStatus');
    expect(names).not.toContain('updateIntegration');
  });

  it('lead from a dry run to the same request with its plan', () => {
    expect(linksOf(routeOf('updateIntegration'), 200).runPlan).toMatchObject({
      operationId: 'updateIntegration',
      parameters: { 'path.id': '$request.path.id', 'header.If-Plan': '$response.body#/plan/hash' },
      requestBody: '$request.body',
    });
    expect(linksOf(routeOf('createIntegration'), 201)).not.toHaveProperty('runPlan');
  });

  it('lead from a script to the request that follows it', () => {
    expect(linksOf(routeOf('getCreateScript'), 200).createIntegration).toMatchObject({
      parameters: {},
      requestBody: '$request.body',
    });
    expect(linksOf(routeOf('getDeleteScript'), 200).deleteIntegration).toMatchObject({
      parameters: { 'path.id': '$request.path.id' },
    });
  });
});
