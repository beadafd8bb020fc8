/** Where Jira sends a user back who was asked for approval: the redirect URL of its incoming link. */
export const CALLBACK_PATH = '/plugins/servlet/oauth2/client/callback'
/** Begins asking for approval; `applicationLinkID` says of which application. */
export const AUTHORISE_PATH = '/plugins/servlet/applinks/oauth/login-dance/authorize'
/** Says how it ended. */
export const OUTCOME_PATH = '/plugins/servlet/applinks/oauth/outcome'

/** How asking for approval may end. */
export const OUTCOMES = ['approved', 'refused', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The address at which the reader approves that the wiki asks an application with their rights. */
export function authorisationPath(applicationId: string): string {
  return `${AUTHORISE_PATH}?applicationLinkID=${encodeURIComponent(applicationId)}`
}
