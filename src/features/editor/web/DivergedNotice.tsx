import { useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { DraftText } from './draft.ts'
import type { EditorSession } from './session.ts'

const ID = 'draft-apart'

/** Focuses the choice, which may be scrolled out. */
export function focusDivergedNotice(): void {
  document.querySelector<HTMLElement>(`#${ID} button`)?.focus()
}

/**
 * Choice between this text and a draft changed in another window or device. The other text stays available until
 * dismissed.
 */
export function DivergedNotice({ session }: { session: EditorSession }) {
  const status = useSyncExternalStore(session.draft.subscribe, session.draft.snapshot)
  const [isPending, setPending] = useState(false)
  const [other, setOther] = useState<{ text: DraftText; isMine: boolean }>()
  const hasDiverged = status.kind === 'diverged'
  if (!hasDiverged && !other) return null

  const choose = async (which: 'mine' | 'theirs') => {
    setPending(true)
    try {
      setOther({ text: await session.choose(which), isMine: which === 'theirs' })
      session.editor.commands.focus()
    } catch (error) {
      showFailure(t('The other text could not be read'), error)
    } finally {
      setPending(false)
    }
  }
  const swap = ({ text, isMine }: { text: DraftText; isMine: boolean }) => {
    setOther({ text: session.text(), isMine: !isMine })
    session.replace(text)
    session.editor.commands.focus()
  }
  const letGo = () => {
    setOther(undefined)
    session.editor.commands.focus()
  }
  return (
    <div id={ID}>
      {hasDiverged ? (
        <Banner
          tone="warning"
          actions={
            <>
              <Button size="small" isPending={isPending} onPress={() => void choose('theirs')}>
                {t('Take the other text')}
              </Button>
              <Button size="small" isPending={isPending} onPress={() => void choose('mine')}>
                {t('Keep this text')}
              </Button>
            </>
          }
        >
          {t(
            'You have changed this draft in another window or on another device. Choose the text to go on with; the other one stays at hand.',
          )}
        </Banner>
      ) : (
        other && (
          <Banner
            actions={
              <>
                <Button size="small" onPress={() => swap(other)}>
                  {other.isMine ? t('Back to my text') : t('Take the other text')}
                </Button>
                <Button size="small" variant="subtle" onPress={letGo}>
                  {t('Got it')}
                </Button>
              </>
            }
          >
            {other.isMine
              ? t('You go on with the text from the other window.')
              : t('You go on with the text from this window.')}
          </Banner>
        )
      )}
    </div>
  )
}
