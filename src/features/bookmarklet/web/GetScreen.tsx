import { useEffect, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { HelpTip } from '#features/hints/web/index.ts'
import { bookmarkletOf, GET_PATH } from '../shared.ts'
import css from './bookmarklet.module.css'

const ABOUT_BOOKMARKLETS = 'https://en.wikipedia.org/wiki/Bookmarklet'

/** The button to drag to the toolbar of the browser. */
export default function GetScreen() {
  const button = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = button.current
    const clicked = (event: Event) => {
      event.preventDefault()
      window.alert(t('Drag this link to your toolbar'))
    }
    // React writes no address that is a script.
    element?.setAttribute('href', bookmarkletOf(location.origin))
    element?.addEventListener('click', clicked)
    return () => element?.removeEventListener('click', clicked)
  }, [])
  return (
    <PageFrame title={t('Share links')} article={false}>
      <p>{t('With this button you share what you read elsewhere as a page of this wiki.')}</p>
      <p>
        <a ref={button} className={css.button} href={GET_PATH} draggable>
          {t('Share on the wiki')}
        </a>
      </p>
      <HelpTip
        id="bookmarklet"
        body={t('Drag the button to the bar with your bookmarks, then press it on any page that you want to share.')}
        url={ABOUT_BOOKMARKLETS}
      />
    </PageFrame>
  )
}
