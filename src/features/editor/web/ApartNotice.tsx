import { useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { DraftText } from './draft.ts'
import type { EditorSession } from './session.ts'

const ID = 'draft-apart'

/** Leads to the choice, which may have scrolled out of sight. */
export function focusApart(): void {
  document.querySelector<HTMLElement>(`#${ID} button`)?.focus()
}

/**
 * Another window or device has changed the draft meanwhile: which of the two texts is gone on with. The one that was
 * not chosen stays at hand until the writer lets go of it.
 */
export function ApartNotice({ session }: { session: EditorSession }) {
  const status = useSyncExternalStore(session.draft.subscribe, session.draft.snapshot)
  const [isPending, setPending] = useState(false)
  const [other, setOther] = useState<{ text: DraftText; isMine: boolean }>()
  const isApart = status.kind === 'apart'
  if (!isApart && !other) return null

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
      {isApart ? (
        <Banner
          tone="warning"
          actions={
            <>
              <Button size="small" isPending={isPending} onPress={() => void choose('theirs')}>{t('Take the other text')}</Button>
              <Button size="small" isPending={isPending} onPress={() => void choose('mine')}>{t('Keep this text')}</Button>
            </>
          }
        >
          {t('You have changed this draft in another window or on another device. Choose the text to go on with; the other one stays at hand.')}
        </Banner>
      ) : other && (
        <Banner
          actions={
            <>
              <Button size="small" onPress={() => swap(other)}>{other.isMine ? t('Back to my text') : t('Take the other text')}</Button>
              <Button size="small" variant="subtle" onPress={letGo}>{t('Got it')}</Button>
            </>
          }
        >
          {other.isMine ? t('You go on with the text from the other window.') : t('You go on with the text from this window.')}
        </Banner>
      )}
    </div>
  )
}
