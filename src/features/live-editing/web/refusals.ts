import { t } from '#platform/web/i18n.ts'
import { sessionHasEnded } from '#platform/web/signed-in.ts'
import { CLOSED } from '../shared.ts'

/** Words for the code by which the server refused or ended a connection. */
export function refusalOf(code: number): string {
  switch (code) {
    case CLOSED.forbidden:
      return t('You no longer have permission to edit this page.')
    case CLOSED.gone:
      return t('This page was deleted, or you may no longer see it.')
    case CLOSED.readOnly:
      return t('The site is in read-only mode.')
    case CLOSED.replaced:
      return t('This text was replaced on the server. Reload the page to go on.')
    case CLOSED.full:
      return t("This page is so popular, you've reached the maximum number of simultaneous editors.")
    case CLOSED.tooLarge:
      return t('The page is too large to be edited together.')
    case CLOSED.off:
      return t('Editing together is switched off in this wiki.')
    default:
      return t('The server did not accept the connection.')
  }
}

/** Whether the page itself is lost for the user, who may go on with their text as another page. */
export const isPageLost = (code: number): boolean => code === CLOSED.forbidden || code === CLOSED.gone

/** Words for the code by which a connection ended that is made again. */
export function outageOf(code: number): string {
  // A new WebSocket of an ended session is refused before it is open, without a code.
  if (isSignedOut(code) || sessionHasEnded()) return t('you are signed out')
  return code === CLOSED.noSpace ? t('the wiki has no space left') : t('no connection to the server')
}

/** Whether a connection ended because the user is no longer signed in. */
export const isSignedOut = (code: number): boolean => code === CLOSED.signedOut
