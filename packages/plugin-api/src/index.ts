/**
 * The contract of a Portcullis platform plugin. Start at {@link definePlugin}.
 *
 * @packageDocumentation
 */
export type { ClientSetup, ClientSetupFile, ClientSetupRequest } from './client-setup.ts';
export {
  type ArgumentPiece,
  type Command,
  type CommandArgument,
  command,
  isCommand,
  type SlotFragment,
} from './command/command.ts';
export type { CommandSyntax } from './command/command-syntax.ts';
export { type CommandDialectOptions, createCommandDialect } from './command/create-command-dialect.ts';
export { redisCliSyntax } from './command/redis-cli-syntax.ts';
export { type ArgumentValues, executableArguments } from './command/render-command.ts';
export { shellSection } from './command/shell-section.ts';
export { shellSyntax } from './command/shell-syntax.ts';
export { clientCertificateProblem } from './config/client-certificate-problem.ts';
export { isPrintable } from './config/is-printable.ts';
export { type ConfigField, configFields, membersOf } from './config/schema-walk.ts';
export { type Exposure, exposureOf, hidden, REDACTION_MARKER, secret, strictest } from './config/secret.ts';
export { definePlugin } from './define-plugin.ts';
export { objectListIssues } from './definition-checks/object-list-issues.ts';
export { sampleIssues } from './definition-checks/sample-issues.ts';
export { PlatformError, type PlatformErrorInit } from './errors/platform-error.ts';
export { type DefinitionIssue, PluginDefinitionError } from './errors/plugin-definition-error.ts';
export { PLUGIN_ERROR_CODES, type PluginErrorCode } from './errors/plugin-error-codes.ts';
export { PortcullisError, type PortcullisErrorInit } from './errors/portcullis-error.ts';
export { classifyFailure } from './failures/classify-failure.ts';
export {
  FAILURE_CLASSES,
  type FailureClass,
  type FailureClassFacts,
  type FailureClassification,
  isFailureClass,
} from './failures/failure-class.ts';
export { type FailureRow, lookUpFailure, type RawFailure } from './failures/failure-table.ts';
export { classifyNodeFailure, NODE_FAILURES } from './failures/node-failures.ts';
export { readMember } from './failures/read-member.ts';
export type { Feature } from './feature.ts';
export type { Migration } from './migration.ts';
export type { ContainedObject, Container } from './objects/container.ts';
export type { ListedRuntimeObject, ObjectFamily } from './objects/family.ts';
export type {
  ContentsQuery,
  DerivedTest,
  FormerObject,
  ManagedObject,
  ObjectGuard,
  ObjectScope,
  Scalar,
} from './objects/managed-object.ts';
export type { ObjectContext } from './objects/object-context.ts';
export type { InventoryItem, Observation, ObservedObject } from './objects/observation.ts';
export type { Privilege } from './objects/privilege.ts';
export type { SecretRotation } from './objects/secret-rotation.ts';
export type { CallStep, CallValue, StatementStep, Step } from './objects/step.ts';
export { invalidOption } from './options/invalid-option.ts';
export { refuseInvalidTimeouts } from './options/refuse-invalid-timeouts.ts';
export { refuseInvalidUrls } from './options/refuse-invalid-urls.ts';
export { refuseRemoteAddresses } from './options/refuse-remote-addresses.ts';
export { refuseUnknownOptions } from './options/refuse-unknown-options.ts';
export type { ConnectionRequest, SetupMode } from './platform/connection.ts';
export type { Dialect } from './platform/dialect.ts';
export type { Discovery, FactValues } from './platform/facts.ts';
export type { Logger } from './platform/logger.ts';
export { normalizeHost } from './platform/normalize-host.ts';
export type { ContentsText, ScriptSection, ScriptStep, SectionText, StepAction } from './platform/script-section.ts';
export type { ExecutableOperation, OperationChange, OperationResult, Session } from './platform/session.ts';
export type { Actor, Stage, StageFinish } from './platform/stage.ts';
export type { Target } from './platform/target.ts';
export { definitionOf, type Plugin, SUPPORTED_API_VERSIONS } from './plugin.ts';
export type { AnyPluginDefinition, PluginDefinition, ScriptKind, SecretExpiry } from './plugin-definition.ts';
export { commentLines } from './script/comment-lines.ts';
export { commentedOut } from './script/commented-out.ts';
export { type ObjectChange, objectChangesOf, objectLabel } from './script/object-change.ts';
export { indented, type ScriptLine, scriptLines, scriptText } from './script/script-line.ts';
export type { SetupRole, SetupRoleStep, SetupScript } from './setup-role.ts';
export { isSql, type LiteralValue, type Sql, type SqlPart } from './sql/fragment.ts';
export {
  canonicalText,
  executableText,
  type Quoting,
  type SlotValues,
  type Statement,
  secretSlotsOf,
  slotsOf,
} from './sql/render.ts';
export { type FactSlot, type SecretPolicy, type SecretSlot, type SlotContext, slotText } from './sql/slots.ts';
export { factSlot, ident, join, keyword, literal, secretSlot, sql } from './sql/template.ts';
export {
  failed,
  type OutcomeExtras,
  passed,
  type Remediation,
  skipped,
  type TestOutcome,
  warned,
} from './validation/test-outcome.ts';
export type {
  OtherIntegrations,
  PluginHostCallbacks,
  RemedyContext,
  TestContext,
  TestPhase,
  ValidatedOperation,
  ValidationTest,
} from './validation/validation-test.ts';
