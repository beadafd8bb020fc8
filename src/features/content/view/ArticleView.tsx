import type { Ref } from 'react'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { editPath } from '../page-links.ts'
import { blankText, isBlank } from '../reading.ts'
import type { PageView } from '../view-contract.ts'

/** Element that contains only the rendered page. */
export const ARTICLE_ID = 'main-content'

/** Rendered article. @param html output of our renderer */
export function ArticleView({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} id={ARTICLE_ID} className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
  )
}

export function BlankView({ view, reader: { t } }: { view: PageView; reader: Reader }) {
  if (!isBlank(view.html)) return null
  return (
    <div className="ox-blank">
      <p>{t(blankText(view.type))}</p>
      {view.permissions.update && (
        <p>
          <a className="ox-action" href={editPath(view)}>
            <Icon name="pencil" size={16} />
            <span>{t('Begin writing')}</span>
          </a>
        </p>
      )}
    </div>
  )
}
