/** Events of the instance itself. */
export interface InstanceEvents {
  /** A background task failed for which no caller waits. */
  'background.error': { readonly task: string; readonly message: string };
}
