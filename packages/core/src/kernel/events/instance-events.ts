/** Events of the instance itself. */
export interface InstanceEvents {
  /** Something failed in the background that no caller waits for. */
  'background.error': { readonly task: string; readonly message: string };
}
