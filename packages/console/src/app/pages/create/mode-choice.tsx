/** The choice between set-up by the service and set-up by the user. */
export function ModeChoice({
  isAutomatic,
  onChange,
}: {
  readonly isAutomatic: boolean;
  readonly onChange: (isAutomatic: boolean) => void;
}) {
  return (
    <fieldset class="modes">
      <legend>Who sets up the platform?</legend>
      <label>
        <input type="radio" name="mode" checked={isAutomatic} onChange={() => onChange(true)} />
        <span>
          <strong>The service</strong>
          <span class="fine">with privileged credentials that it uses once and does not keep</span>
        </span>
      </label>
      <label>
        <input type="radio" name="mode" checked={!isAutomatic} onChange={() => onChange(false)} />
        <span>
          <strong>You, with a script</strong>
          <span class="fine">the service never sees privileged credentials</span>
        </span>
      </label>
    </fieldset>
  );
}
