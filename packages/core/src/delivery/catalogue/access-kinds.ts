import { initiator, type KindDescription, model, target } from './kind-description.ts';

/** Kinds about access, and about membership of data sources and projects. */
export const ACCESS_KINDS = {
  acknowledgedAccess: {
    trigger: 'A member of a project acknowledged its purposes.',
    text: '{actionByName} acknowledged the purposes of the project {projectName}.',
    required: ['projectName', ...initiator],
    optional: ['purposeName'],
  },
  addedToProject: {
    trigger: 'A data source was put into a project.',
    text: '{modelName} was added to the project {projectName}.',
    required: ['projectName', ...model],
    optional: ['modelName'],
  },
  deletedDatasourceRemovedFromProject: {
    trigger: 'A data source left a project because it was deleted.',
    text: 'The deleted data source {modelName} was removed from the project {projectName}.',
    required: ['projectName', ...model],
    optional: ['modelName'],
  },
  expiredDatasourceRemovedFromProject: {
    trigger: 'A data source left a project because it expired and was deleted.',
    text: 'The expired data source {modelName} was removed from the project {projectName}.',
    required: ['projectName', ...model],
    optional: ['modelName'],
  },
  modelAccessApproved: {
    trigger: 'A request for access to a data source or project was approved.',
    text: '{actionByName} approved the access of {targetUserName} to {modelName}.',
    required: [...model, ...initiator, ...target],
    optional: ['modelName', 'accessLevel'],
  },
  modelAccessDenied: {
    trigger: 'A request for access to a data source or project was denied.',
    text: '{actionByName} denied {targetUserName} access to {modelName}.',
    required: [...model, ...initiator, ...target],
    optional: ['modelName', 'reason'],
  },
  modelAccessRequested: {
    trigger: 'A user asked for access to a data source or project.',
    text: '{actionByName} requests access to {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName', 'accessLevel', 'reason'],
  },
  modelAccessRevoked: {
    trigger: 'The access of a user to a data source or project was revoked.',
    text: '{actionByName} revoked the access of {targetUserName} to {modelName}.',
    required: [...model, ...initiator, ...target],
    optional: ['modelName', 'reason'],
  },
  modelAccessUpdated: {
    trigger: "A user's level of access to a data source or project changed.",
    text: '{actionByName} changed the access of {targetUserName} to {modelName}.',
    required: [...model, ...initiator, ...target],
    optional: ['modelName', 'accessLevel'],
  },
  modelUserAdded: {
    trigger: 'A user was added to a data source.',
    text: '{targetUserName} was added to {modelName}.',
    required: [...model, ...target],
    optional: ['modelName', 'accessLevel'],
  },
  modelUserDeleted: {
    trigger: 'A user was removed from a data source.',
    text: '{targetUserName} was removed from {modelName}.',
    required: [...model, ...target],
    optional: ['modelName'],
  },
  modelUserJoined: {
    trigger: 'A user joined a data source that was open to them.',
    text: '{actionByName} joined {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName'],
  },
  projectEqualizationMemberNotInCompliance: {
    trigger: 'A member of an equalized project does not meet its requirements.',
    text: '{targetUserName} is not in compliance with the project {projectName}.',
    required: ['projectName', ...target],
    optional: ['reason'],
  },
  removedFromProject: {
    trigger: 'A data source was taken out of a project.',
    text: '{modelName} was removed from the project {projectName}.',
    required: ['projectName', ...model],
    optional: ['modelName'],
  },
  switchedCurrentProject: {
    trigger: 'A user switched to another project.',
    text: '{actionByName} switched to the project {projectName}.',
    required: ['projectName', ...initiator],
  },
} as const satisfies Readonly<Record<string, KindDescription>>;
