import type { Database, ServerState } from './state.ts';

/** The whole server as text, to compare before and after. Assigned numbers are omitted. */
export function fingerprint({ logins, databases }: ServerState): string {
  const described = databases.map(describeDatabase);
  return JSON.stringify(
    {
      logins: logins.map(({ id: _id, ...rest }) => rest).sort(byName),
      databases: described.map(({ permissions, ...each }) => ({
        ...each,
        principals: each.principals.sort(byName),
        schemas: each.schemas.sort(byName),
        objects: each.objects.sort((one, other) =>
          `${one.schema}.${one.name}` < `${other.schema}.${other.name}` ? -1 : 1,
        ),
        permissions: permissions.map(({ text, grantee }) => `${text} ${grantee}`).sort(),
      })),
    },
    undefined,
    1,
  );
}

/** A database in which names replace the assigned numbers. */
export function describeDatabase({ name, principals, schemas, objects, permissions }: Database) {
  const named = (id: number | undefined) => principals.find((each) => each.id === id)?.name;
  const schemaOf = (id: number) => schemas.find((each) => each.id === id)?.name;
  const object = (id: number) => {
    const found = objects.find((each) => each.id === id);
    return found && `${schemaOf(found.schema)}.${found.name}`;
  };
  const securable = { 0: () => '', 1: object, 3: schemaOf, 4: named };
  return {
    name,
    principals: principals.map(({ id: _id, owner, members, ...rest }) => ({
      ...rest,
      owner: named(owner),
      members: [...members].map(named).sort(),
    })),
    schemas: schemas.map(({ name: each, owner }) => ({ name: each, owner: named(owner) })),
    objects: objects.map(({ id: _id, schema, body: _body, ...rest }) => ({ ...rest, schema: schemaOf(schema) })),
    permissions: permissions.map(({ securableClass, major, grantee, permission, state }) => {
      const on = securable[securableClass](major);
      return { on, grantee: named(grantee), text: [state, permission, securableClass, on].join(' ') };
    }),
  };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
