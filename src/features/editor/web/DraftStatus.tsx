import { useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { focusDivergedNotice } from './DivergedNotice.tsx'
import type { PageDraft } from './draft.ts'

/** Save state of the draft, announced to assistive technology. */
export function DraftStatus({ draft, onRetry }: { draft: PageDraft; onRetry: () => void }) {
  const status = useSyncExternalStore(draft.subscribe, draft.snapshot)
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
        <Button size="small" variant="subtle" onPress={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </span>
  )
}
