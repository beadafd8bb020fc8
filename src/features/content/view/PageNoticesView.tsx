import type { Reader } from '#platform/view/reader.ts'
import { pageNotices, type PageNotice } from '../page-links.ts'
import { relativeTime } from '../reading.ts'
import type { PageView } from '../view-contract.ts'

type NoticeAction = NonNullable<PageNotice['links'][number]['action']>

interface PageNoticesViewProps {
  view: PageView
  reader: Reader
  isAnonymous: boolean
  /** Users are managed outside of the wiki. */
  hasExternalUsers: boolean
  /** Path and query of the document, the return address after sign-in. */
  here: string
  /** Runs a notice's action. Without it (no script) actions are left out. */
  onAction?: (action: NoticeAction) => void
}

/** Notices above the title: trash, old version, unpublished changes, not signed in. */
export function PageNoticesView({ view, reader, onAction, ...visit }: PageNoticesViewProps) {
  const { t, locale } = reader
  const when = (iso: string) => relativeTime(iso, reader.now, locale)
  return pageNotices(view, { ...visit, locale, when }).map(notice => (
    <div key={notice.id} className="ox-page-notice" data-tone={notice.tone} role="status">
      <p key={String(reader.isLive)} suppressHydrationWarning>
        {t(notice.text, notice.values)}
      </p>
      <NoticeLinks notice={notice} reader={reader} {...(onAction ? { onAction } : {})} />
    </div>
  ))
}

function NoticeLinks({
  notice,
  reader: { t },
  onAction,
}: { notice: PageNotice } & Pick<PageNoticesViewProps, 'reader' | 'onAction'>) {
  const links = notice.links.filter(link => link.action === undefined || onAction !== undefined)
  if (links.length === 0) return null
  return (
    <p className="ox-page-notice-links">
      {links.map(({ label, href, action }) =>
        action ? (
          <button key={label} type="button" onClick={() => onAction?.(action)}>
            {t(label)}
          </button>
        ) : (
          <a key={label} href={href}>
            {t(label)}
          </a>
        ),
      )}
    </p>
  )
}
