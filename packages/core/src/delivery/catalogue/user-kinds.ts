import { initiator, type KindDescription, target } from './kind-description.ts';

/** Users, groups, their attributes, permissions and keys. */
export const USER_KINDS = {
  apiKeyRevoked: {
    trigger: 'An API key of a user was revoked.',
    text: '{actionByName} revoked an API key of {targetUserName}.',
    required: target,
    optional: ['keyName'],
  },
  attributeAdded: {
    trigger: 'A user or group got an attribute.',
    text: 'The attribute {attributeName} was added to {targetUserName}.',
    required: [],
    optional: ['attributeName', 'groupName'],
  },
  attributeRemoved: {
    trigger: 'A user or group lost an attribute.',
    text: 'The attribute {attributeName} was removed from {targetUserName}.',
    required: [],
    optional: ['attributeName', 'groupName'],
  },
  attributeUpdated: {
    trigger: 'The attributes of a user or group changed.',
    text: 'The attributes of {targetUserName} were updated.',
    required: [],
    optional: ['attributeName', 'groupName'],
  },
  groupUserAdded: {
    trigger: 'A user was put into a group.',
    text: '{targetUserName} was added to the group {groupName}.',
    required: target,
    optional: ['groupName'],
  },
  groupUserDeleted: {
    trigger: 'A user was taken out of a group.',
    text: '{targetUserName} was removed from the group {groupName}.',
    required: target,
    optional: ['groupName'],
  },
  permissionsUpdated: {
    trigger: 'The permissions of a user changed.',
    text: '{actionByName} updated the permissions of {targetUserName}.',
    required: target,
  },
  userCloned: {
    trigger: 'A user was cloned.',
    text: '{actionByName} cloned {targetUserName}.',
    required: [...target, ...initiator],
    optional: ['previousName'],
  },
  userCreated: {
    trigger: 'A user or group was created.',
    text: '{targetUserName} was created.',
    required: [],
    optional: ['groupName'],
  },
  userDeleted: {
    trigger: 'A user or group was deleted.',
    text: '{targetUserName} was deleted.',
    required: [],
    optional: ['groupName'],
  },
  userDisabled: {
    trigger: 'A user was disabled.',
    text: '{targetUserName} was disabled.',
    required: target,
  },
  userEnabled: {
    trigger: 'A user was enabled.',
    text: '{targetUserName} was enabled.',
    required: target,
  },
  userMigrated: {
    trigger: 'A user was moved from one identity manager to another.',
    text: '{targetUserName} was migrated to another identity manager.',
    required: target,
    optional: ['previousName'],
  },
  usernameUpdated: {
    trigger: 'The name of a user changed.',
    text: 'The user {previousName} is now called {targetUserName}.',
    required: target,
    optional: ['previousName'],
  },
  userUpdated: {
    trigger: 'A group was changed.',
    text: 'The group {groupName} was updated.',
    required: [],
    optional: ['groupName'],
  },
} as const satisfies Readonly<Record<string, KindDescription>>;
