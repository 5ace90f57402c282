import { sql } from '@portcullis/plugin-api';
import { describe } from 'vitest';
import { definePluginConformance } from './define-plugin-conformance.ts';
import { goodSubject } from './fixture/good-subject.ts';

/** A step that many platforms need after each change, such as `ACL SAVE` or `FLUSH PRIVILEGES`. */
const SAVE = { text: sql`SAVE CHANGES` };

describe('a plugin whose objects all end their changes with a step of the same text', () => {
  definePluginConformance(
    goodSubject({
      definition: (good) => ({
        objects: (config, context) =>
          good.objects(config, context).map((object) => {
            const { alter, restore } = object;
            return {
              ...object,
              create: object.create.length === 0 ? [] : [...object.create, SAVE],
              drop: object.drop.length === 0 ? [] : [...object.drop, SAVE],
              ...(alter && { alter: (from, former) => [...alter(from, former), SAVE] }),
              ...(restore && {
                restore(former) {
                  const steps = restore(former);
                  return steps && [...steps, SAVE];
                },
              }),
            };
          }),
      }),
      more: () => ({ sweep: 'sampled' }),
    }),
  );
});
