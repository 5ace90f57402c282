import { initiator, type KindDescription, model } from './kind-description.ts';

/** Data sources and projects. */
export const MODEL_KINDS = {
  dataSourceExpired: {
    trigger: 'A data source that was set to expire has expired.',
    text: 'The data source {modelName} has expired.',
    required: model,
    optional: ['modelName', 'expiresAt'],
  },
  dataSourceExpiring: {
    trigger: 'A data source that is set to expire will do so tomorrow.',
    text: 'The data source {modelName} expires tomorrow.',
    required: model,
    optional: ['modelName', 'expiresAt'],
  },
  dataSourceUpdated: {
    trigger: 'A data source was changed.',
    text: '{actionByName} updated the data source {modelName}.',
    required: model,
    optional: ['modelName'],
  },
  modelCopied: {
    trigger: 'A data source or project was copied.',
    text: '{actionByName} copied {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName', 'previousName'],
  },
  modelCreated: {
    trigger: 'A data source or project was created.',
    text: '{actionByName} created {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName'],
  },
  modelDeleted: {
    trigger: 'A data source or project was deleted.',
    text: '{actionByName} deleted {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName'],
  },
  modelTagAdded: {
    trigger: 'A tag was put on a data source or on one of its columns.',
    text: 'The tag {tagName} was added to {modelName}.',
    required: [...model, 'tagName'],
    optional: ['modelName', 'columnName'],
  },
  modelTagRemoved: {
    trigger: 'A tag was taken off a data source or one of its columns.',
    text: 'The tag {tagName} was removed from {modelName}.',
    required: [...model, 'tagName'],
    optional: ['modelName', 'columnName'],
  },
  nativeWorkspaceStateChanged: {
    trigger: 'The configuration of a native workspace in a project changed.',
    text: 'The native workspace of the project {projectName} changed.',
    required: ['projectName'],
    optional: ['enabled', 'reason'],
  },
  projectDisabled: {
    trigger: 'A project was switched off.',
    text: '{actionByName} disabled the project {projectName}.',
    required: ['projectName', ...initiator],
  },
  projectEqualizationToggled: {
    trigger: 'Equalization of a project was switched on or off.',
    text: '{actionByName} switched the equalization of the project {projectName}.',
    required: ['projectName', ...initiator],
    optional: ['enabled'],
  },
  projectUpdated: {
    trigger: 'A project was changed.',
    text: '{actionByName} updated the project {projectName}.',
    required: ['projectName', ...initiator],
  },
  updatedModelInProject: {
    trigger: 'A data source that belongs to a project was changed.',
    text: '{modelName} was updated in the project {projectName}.',
    required: [...model, 'projectName'],
    optional: ['modelName'],
  },
} as const satisfies Readonly<Record<string, KindDescription>>;
