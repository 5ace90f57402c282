import { expect, it } from 'vitest';
import { INTEGRATION_STATUSES } from './integration-status.ts';
import { STATUS_MEANINGS } from './status-meanings.ts';

it('says of each status in one sentence what it means', () => {
  expect(Object.keys(STATUS_MEANINGS).toSorted()).toEqual(INTEGRATION_STATUSES.toSorted());
  for (const meaning of Object.values(STATUS_MEANINGS)) expect(meaning).toMatch(/^[A-Z][^.!?]+\.$/);
});
