/**
 * A note above a form that has the entries from before a reload.
 *
 * @param missing - a sentence about the entries that are not kept.
 */
export function RestoredDraftNotice({ missing }: { readonly missing: string }) {
  return (
    <p class="notice" role="note">
      This form has your entries from before the reload. {missing}
    </p>
  );
}
