/** Path to which Jira sends users back after asking for approval: the redirect URL of its incoming link. */
export const CALLBACK_PATH = '/plugins/servlet/oauth2/client/callback'
/** Begins asking for approval; `applicationLinkID` says of which application. */
export const AUTHORISE_PATH = '/plugins/servlet/applinks/oauth/login-dance/authorize'
/** Says how it ended. */
export const OUTCOME_PATH = '/plugins/servlet/applinks/oauth/outcome'

/**
 * Types of applications that can be linked, by the names of the old product; what each is called. `generic` is an
 * application of no known type.
 */
export const APPLICATION_TYPES = {
  bamboo: 'Bamboo',
  stash: 'Bitbucket Server',
  confluence: 'Confluence',
  fecru: 'Fisheye / Crucible',
  jira: 'Jira',
  refapp: 'Reference Application',
  generic: 'Generic Application',
} as const
export type ApplicationType = keyof typeof APPLICATION_TYPES

/** How asking for approval may end. */
export const OUTCOMES = ['approved', 'refused', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Rights that a user may give the wiki: to read, or to read and write. */
export const APPROVED_ACCESSES = ['read', 'write'] as const
export type ApprovedAccess = (typeof APPROVED_ACCESSES)[number]

/** The address at which the reader approves that the wiki asks an application with their rights. */
export function authorisationPath(applicationId: string, access: ApprovedAccess = 'read'): string {
  const path = `${AUTHORISE_PATH}?applicationLinkID=${encodeURIComponent(applicationId)}`
  return access === 'read' ? path : `${path}&access=${access}`
}
