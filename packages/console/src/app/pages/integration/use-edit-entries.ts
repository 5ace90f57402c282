import type { IntegrationType, IntegrationUpdateBody } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { configOf } from '../../form/config-of.ts';
import { documentPaths } from '../../form/document-paths.ts';
import { discardDrafts, isRestoredDraft, readDraft, saveDraft } from '../../form/drafts.ts';
import type { Field, Values } from '../../form/field.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { storablePaths } from '../../form/storable-paths.ts';
import { differingPaths, valuesOf } from '../../form/values-of.ts';
import { keptSecrets } from './kept-secrets.ts';
import type { StoredIntegration } from './read-integration.ts';

/** The entries of a user who edits an integration. */
export interface EditEntries {
  readonly fields: readonly Field[];
  readonly values: Values;
  /** Paths of hidden values that are kept if their field is empty. */
  readonly kept: ReadonlySet<string>;
  /** Names of the settings that cannot be changed. */
  readonly fixed: ReadonlySet<string>;
  /** True if the entries are from before a reload. */
  readonly isRestored: boolean;
  /** The body of the request to which the entries lead. */
  readonly body: IntegrationUpdateBody;
  change(next: Values): void;
  /** Replaces the entries by the stored values. */
  discard(): void;
  /** Removes the draft, after the entries were sent. */
  forget(): void;
  /** Returns the paths at which another version differs from the one that is edited. */
  differingFrom(other: StoredIntegration): readonly string[];
}

/** Keeps the entries for an edit, also while the user leaves the page. @param base - the version that is edited. */
export function useEditEntries(
  id: number,
  { integration }: StoredIntegration,
  type: IntegrationType | undefined,
): EditEntries {
  const draft = `edit ${id}`;
  const schema = type?.configSchema ?? {};
  const documents = documentPaths(schema);
  const stored = valuesOf(integration.config ?? {}, documents);
  const [values, setValues] = useState<Values>({ ...stored.values, ...readDraft(draft) });
  const [isRestored] = useState(isRestoredDraft(draft));
  const fields = fieldsOf(schema, values);
  const kept = keptSecrets(stored.redacted, integration, type?.credentialsSchema);
  const isCreateError = integration.status === 'createError';
  const fixed = new Set(isCreateError ? [] : (type?.immutable ?? []).map((path) => path.split('.')[0] ?? path));
  const body = {
    type: integration.type,
    autoBootstrap: integration.autoBootstrap === true,
    config: configOf(fields, values, kept),
  } as unknown as IntegrationUpdateBody;

  return {
    fields,
    values,
    kept,
    fixed,
    isRestored,
    body,
    change(next) {
      setValues(next);
      // Only what differs: the other fields follow what other users store.
      const touched = differingPaths(stored.values, next).map((path) => [path, next[path] ?? '']);
      saveDraft(draft, Object.fromEntries(touched), storablePaths(schema));
    },
    discard() {
      discardDrafts(draft);
      setValues(stored.values);
    },
    forget: () => discardDrafts(draft),
    differingFrom: (other) => differingPaths(stored.values, valuesOf(other.integration.config ?? {}, documents).values),
  };
}
