import type { ReactNode } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { EditorSession } from './session.ts'

interface LostPageNoticeProps {
  session: EditorSession
  /** Whether the page stays where it is, so that its title is taken. */
  isKept: boolean
  /** The reason. */
  children: ReactNode
}

/** Says that the page can no longer be saved here, and lets the user go on with their text as a new page. */
export function LostPageNotice({ session, isKept, children }: LostPageNoticeProps) {
  const save = useAction(async () => {
    const { title } = session
    navigateTo(await session.saveAsNewPage(isKept ? t('Copy of {{title}}', { title }) : title))
  })
  return (
    <Banner
      tone="danger"
      title={t('This page can no longer be edited here')}
      actions={
        <>
          <Button size="small" isPending={save.isPending} onPress={() => void save.run()}>
            {t('Save as new page')}
          </Button>
          <Button size="small" variant="subtle" onPress={() => void session.retry()}>
            {t('Try again')}
          </Button>
        </>
      }
    >
      {children} {t('Your text is still here. As a new page, it leaves the files of this page behind.')}
      {save.error && <p>{t('The new page could not be created: {{reason}}', { reason: save.error.message })}</p>}
    </Banner>
  )
}
