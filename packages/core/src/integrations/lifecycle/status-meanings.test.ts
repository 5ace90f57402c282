import { expect, it } from 'vitest';
import { INTEGRATION_STATUSES } from './integration-status.ts';
import { STATUS_MEANINGS } from './status-meanings.ts';

it('each status has a meaning of one sentence', () => {
  expect(Object.keys(STATUS_MEANINGS).toSorted()).toEqual(INTEGRATION_STATUSES.toSorted());
  for (const meaning of Object.values(STATUS_MEANINGS)) expect(meaning).toMatch(/^[A-Z][^.!?]+\.$/);
});
