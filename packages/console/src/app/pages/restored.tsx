/** A note above a form that has the entries from before a reload. */
export function Restored() {
  return (
    <p class="notice" role="note">
      This form has your entries from before the reload. Secrets and user names are not kept: enter them again.
    </p>
  );
}
