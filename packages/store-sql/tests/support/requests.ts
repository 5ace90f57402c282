import type { RequestContext } from '@portcullis/core';

/** The context of an administrator's request. */
export const ADMIN: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
};

/** The element of a POST for a webhook that receives all notifications. */
export const WEBHOOK = {
  url: 'https://hooks.example.com/in',
  name: 'Audit',
  global: true,
  notificationType: ['ALL_NOTIFICATIONS'],
  actionType: 'triggered',
};
