import type { SetupValues } from './setup-input.ts';
import { terraformQuote } from './terraform-quote.ts';

/** Returns the same set-up as Terraform configuration. `terraform destroy` removes it. */
export function terraform(values: SetupValues): string {
  const [project, role, account] = [values.project, values.role, values.account].map(terraformQuote);
  const [title, description] = [values.title, values.description].map(terraformQuote);
  const list = (items: readonly string[]) => items.map((item) => `    ${terraformQuote(item)},`).join('\n');
  return `# Sets up a Google Cloud project for Portcullis: APIs, a custom role, a service account that has it, and a key.
# The key is kept in the Terraform state: protect the state like the key itself.

resource "google_project_service" "portcullis" {
  for_each = toset([
${list(values.services)}
  ])
  project            = ${project}
  service            = each.value
  disable_on_destroy = false
}

resource "google_project_iam_custom_role" "portcullis" {
  project     = ${project}
  role_id     = ${role}
  title       = ${title}
  description = ${description}
  stage       = "GA"
  permissions = [
${list(values.permissions)}
  ]
  depends_on = [google_project_service.portcullis]
}

resource "google_service_account" "portcullis" {
  project      = ${project}
  account_id   = ${account}
  display_name = ${title}
  description  = ${description}
  depends_on   = [google_project_service.portcullis]
}

resource "google_project_iam_member" "portcullis" {
  project = ${project}
  role    = google_project_iam_custom_role.portcullis.name
  member  = google_service_account.portcullis.member
}

resource "google_service_account_key" "portcullis" {
  service_account_id = google_service_account.portcullis.name
}

# The "credential" of the config.
output "portcullis_credential" {
  value     = base64decode(google_service_account_key.portcullis.private_key)
  sensitive = true
}
`;
}
