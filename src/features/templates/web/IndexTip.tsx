import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Tip } from '#features/hints/web/index.ts'
import { forgetIndexPage, indexPageOf } from './begin-draft.ts'

/** Points at the shortcut to the index page, on a page that was just made from its blueprint. */
export default function IndexTip({ contentId }: { contentId: string }) {
  const [index, setIndex] = useState(() => indexPageOf(contentId))
  if (!index) return null
  return (
    <Tip
      title={t('Find your {{name}} here', { name: index.title })}
      body={t('All of them are listed on one page, which this shortcut leads to.')}
      anchor={`#ox-sidebar a[href="${CSS.escape(index.url)}"]`}
      onDismiss={() => {
        forgetIndexPage(contentId)
        setIndex(undefined)
      }}
    />
  )
}
