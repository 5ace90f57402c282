import assert from 'node:assert/strict';
import { ADMIN } from '../../../shared/admin.ts';
import { withPlugin } from './plugin-environment.ts';
import { sameResponses } from './same-responses.ts';
import { addUser, type RunningUnity } from './start-unity.ts';

/** A case: its title, and its function on a server that all cases share. */
interface Case {
  readonly name: string;
  run(unity: RunningUnity): Promise<void>;
}

export const CASES: readonly Case[] = [
  {
    name: 'the emulator responds as the server does',
    async run(unity) {
      for (const user of ['bob@example.com', 'eve@example.com']) await addUser(unity, user);
      await sameResponses(unity);
    },
  },
  {
    name: 'reports a missing privilege with a remedy that works',
    run: (unity) =>
      withPlugin(unity, 'service-one@example.com', async ({ request, failures, administer, read }) => {
        const [failure, ...others] = await failures(request('one'));
        assert.deepEqual(others, []);
        assert.equal(failure?.id, 'create-catalog');
        assert.equal(failure.failureClass, 'missing-grant');
        for (const statement of failure.statements) await administer(statement);
        assert.deepEqual(await failures(request('one')), []);
        assert.equal((await read('catalogs/one')).status, 404);
      }),
  },
  {
    name: 'an automatic set-up is made, checked, found unchanged and removed',
    run: (unity) =>
      withPlugin(unity, 'service-two@example.com', async ({ portcullis, user, request, create, administer, read }) => {
        await administer(`GRANT CREATE CATALOG ON METASTORE TO \`${user}\``);
        const id = await create(request('two'));
        assert.equal((await portcullis.integrations.status(ADMIN, id)).status, 'enabled');
        const catalog = (await read('catalogs/two')).body;
        assert.equal(catalog.owner, user);
        assert.match(String(catalog.comment), /\S/);
        for (const schema of ['portcullis_system', 'portcullis_policies'])
          assert.equal((await read(`schemas/two.${schema}`)).body.owner, user);
        const { validationTests } = await portcullis.integrations.validate(ADMIN, id);
        assert.deepEqual(
          validationTests.filter(({ status }) => status === 'failed'),
          [],
        );
        const drift = async () => {
          const { status, findings } = await portcullis.integrations.drift(ADMIN, id);
          return [status, ...findings.map(({ state, object }) => `${state} ${object.name}`)];
        };
        assert.deepEqual(await drift(), ['clean']);
        await administer('DROP SCHEMA `two`.`portcullis_system` CASCADE');
        assert.deepEqual(await drift(), ['drifted', 'missing two.portcullis_system']);
        await portcullis.integrations.remove(ADMIN, id, undefined);
        assert.equal((await portcullis.integrations.whenIdle(id)).status, 'deleted');
        assert.equal((await read('catalogs/two')).status, 404);
      }),
  },
  {
    name: 'a foreign catalog stays as it is, whether it is visible or not',
    run: (unity) =>
      withPlugin(
        unity,
        'service-three@example.com',
        async ({ portcullis, user, request, create, administer, read }) => {
          await administer(`GRANT CREATE CATALOG ON METASTORE TO \`${user}\``);
          for (const name of ['hidden', 'shown']) await administer(`CREATE CATALOG \`${name}\` COMMENT 'theirs'`);
          await administer(`GRANT USE CATALOG ON CATALOG \`shown\` TO \`${user}\``);
          const theirs = async () => [(await read('catalogs/hidden')).body, (await read('catalogs/shown')).body];
          const before = await theirs();
          const outcome = (name: string) =>
            create(request(name)).then(
              async (id) => (await portcullis.integrations.status(ADMIN, id)).status,
              ({ code }: { readonly code: string }) => code,
            );
          assert.equal(await outcome('hidden'), 'createError');
          assert.equal(await outcome('shown'), 'VALIDATION_FAILED');
          assert.deepEqual(await theirs(), before);
          for (const name of ['hidden', 'shown']) await administer(`DROP CATALOG \`${name}\` CASCADE`);
        },
      ),
  },
  {
    name: 'a malformed token and the token of a deleted user are refused',
    run: (unity) =>
      withPlugin(unity, 'service-four@example.com', async ({ request, failures }) => {
        for (const token of ['nonsense', await unity.tokenOf('deleted@example.com')]) {
          const [failure] = await failures(request('four', token));
          assert.equal(failure?.id, 'basic-connection');
        }
      }),
  },
];
