import type { RequestContext } from '@portcullis/core';

/** The administrator that sends the requests. */
export const ADMIN: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
};
