/** An order to the guard, which {@link guardServer} and {@link createGuardedFolder} send. */
export type GuardOrder =
  /** Ends this process when the parent ends. */
  | { readonly kind: 'server'; readonly pid: number }
  /** The process has ended. Another one may get its number. */
  | { readonly kind: 'ended'; readonly pid: number }
  /** Removes this folder when the parent ends. */
  | { readonly kind: 'folder'; readonly folder: string };
