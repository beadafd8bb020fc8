import { useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { askToSignIn, useSessionHasEnded } from '#platform/web/signed-in.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { focusDivergedNotice } from './DivergedNotice.tsx'
import type { PageDraft } from './draft.ts'

interface DraftStatusProps {
  draft: PageDraft
  onRetry: () => void
  /** Gives the focus to the text, where it comes back to after a dialog. */
  focusText: () => void
}

/** Save state of the draft, announced to assistive technology. */
export function DraftStatus({ draft, onRetry, focusText }: DraftStatusProps) {
  const status = useSyncExternalStore(draft.subscribe, draft.snapshot)
  const isSignedOut = useSessionHasEnded()
  const signIn = () => {
    focusText()
    askToSignIn()
  }
  return (
    <span className="ox-draft-status" data-kind={status.kind}>
      <span id="draft-status" className="status-indicator-message" role="status">
        {status.kind === 'clean' && t('Ready to go')}
        {status.kind === 'saving' && t('Saving…')}
        {status.kind === 'saved' && t('Saved')}
        {status.kind === 'failed' && (
          <span title={status.reason}>{t('Not saved: {{reason}}', { reason: status.reason })}</span>
        )}
        {status.kind === 'diverged' && t('Changed in another window')}
      </span>
      {status.kind === 'diverged' && (
        <Button size="small" variant="subtle" onPress={focusDivergedNotice}>
          {t('Choose')}
        </Button>
      )}
      {status.kind === 'failed' && (
        <Button size="small" variant="subtle" onPress={isSignedOut ? signIn : onRetry}>
          {isSignedOut ? t('Log in') : t('Try again')}
        </Button>
      )}
    </span>
  )
}
