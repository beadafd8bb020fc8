import { useQuery } from '@tanstack/react-query'
import Share2 from 'lucide-react/icons/share-2'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { track } from '#platform/web/tracking.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import type { SharePart } from '../contract.ts'

const SharePopover = lazy(() => import('./SharePopover.tsx'))

const BUTTON_ID = 'share-page-button'

/** Button among the page's actions, and its dialog. Visitors do not have it. */
export function ShareButton({ pageId }: { pageId: string }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  const part = view?.parts['share'] as SharePart | null | undefined
  return part ? <Button pageId={pageId} byMail={part.byMail} /> : null
}

/** Its shortcut is there as long as it is: elsewhere the key copies the link. */
function Button({ pageId, byMail }: { pageId: string; byMail: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The dialog takes the button that opened it along.
    if (wasOpen.current && !isOpen) document.getElementById(BUTTON_ID)?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const open = () => {
    track('confluence.share.open', { contentId: pageId })
    setOpen(true)
  }
  useShortcut({ id: 'page.share', keys: 's', label: 'Share this page', group: 'Page' }, open)
  const button = (
    <IconButton id={BUTTON_ID} label={t('Share')} shortcut="s" onPress={open}>
      <Share2 size={20} />
    </IconButton>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <SharePopover pageId={pageId} byMail={byMail} button={button} onOpenChange={setOpen} />
    </Suspense>
  )
}
