/** The element of a POST for a webhook that receives all notifications. */
export const WEBHOOK = {
  url: 'https://hooks.example.com/in',
  name: 'Audit',
  global: true,
  notificationType: ['ALL_NOTIFICATIONS'],
  actionType: 'triggered',
};
