import type { Route } from '../routing/route.ts';

/** The descriptions of the groups of routes, in the order of the document. */
const DESCRIPTIONS: Readonly<Record<Route['tag'], string>> = {
  Integrations: 'Integrations with data platforms: their set-up, status, changes, operations, drift and removal.',
  Scripts: 'Scripts for administrators who set an integration up or remove it themselves.',
  Webhooks: 'Webhooks, tests of their endpoints, and the history of deliveries.',
  Administration: 'Settings, the keys that seal secrets, and API keys.',
  Service: 'The state of the service, and the description of its interface.',
};

/** The Tag Objects of the document. */
export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
