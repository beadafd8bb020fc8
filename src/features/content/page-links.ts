/** Links of a page's actions, with ids that clients of the old product look for. */
import { loginPath } from '#platform/login-path.ts'
import { whenExactly } from './reading.ts'
import type { PageView } from './view-contract.ts'

export interface PageLink {
  id: string
  /** i18n key. */
  label: string
  values?: Readonly<Record<string, string | number>>
  href: string
  shortcut?: string
  isDangerous?: boolean
}

/** Page width cookie: `full`, or absent for the default measure. */
export const PAGE_WIDTH_COOKIE = 'oxbow-page-width'

export function editPath(view: Pick<PageView, 'id' | 'type'>): string {
  return `/pages/${view.type === 'blogpost' ? 'editblogpost' : 'editpage'}.action?pageId=${view.id}`
}

export function pageMenu(view: PageView): PageLink[][] {
  const { id, permissions } = view
  const look: PageLink[] = [
    {
      id: 'view-attachments-link',
      label: 'Attachments ({{count}})',
      values: { count: view.attachmentCount },
      href: `/pages/viewpageattachments.action?pageId=${id}`,
      shortcut: 'a',
    },
    { id: 'action-view-history-link', label: 'Page history', href: `/pages/viewpreviousversions.action?pageId=${id}` },
    { id: 'view-page-info-link', label: 'Page information', href: `/pages/viewinfo.action?pageId=${id}` },
    {
      id: 'action-view-storage-link',
      label: 'View storage format',
      href: `/plugins/viewstorage/viewpagestorage.action?pageId=${id}`,
    },
    { id: 'action-export-word-link', label: 'Export to Word', href: `/exportword?pageId=${id}` },
  ]
  const change: PageLink[] = []
  if (permissions.createChild) {
    change.push({
      id: 'action-copy-page-link',
      label: 'Copy…',
      href: `/pages/copypage.action?idOfPageToCopy=${id}&spaceKey=${encodeURIComponent(view.space.key)}`,
    })
  }
  if (permissions.update && view.type === 'page' && view.status === 'current') {
    change.push({ id: 'action-move-page-dialog-link', label: 'Move…', href: `/pages/movepage.action?pageId=${id}` })
  }
  if (permissions.delete) {
    change.push({
      id: 'action-remove-content-link',
      label: 'Delete…',
      href: `/pages/removepage.action?pageId=${id}`,
      isDangerous: true,
    })
  }
  return [look, change].filter(group => group.length > 0)
}

/** Banner above a page's title. */
export interface PageNotice {
  id: string
  tone: 'info' | 'warning'
  /** i18n key. */
  text: string
  values?: Readonly<Record<string, string | number>>
  links: readonly { label: string; href: string; action?: 'discard-draft' | 'restore' }[]
}

/** Banners of a page, most urgent first. `here`: return address after sign-in. */
export function pageNotices(
  view: PageView,
  reader: { isAnonymous: boolean; hasExternalUsers: boolean; here: string; locale: string; when(iso: string): string },
): PageNotice[] {
  const notices: PageNotice[] = []
  if (view.status === 'trashed') {
    notices.push({
      id: 'trashed',
      tone: 'warning',
      text: view.trashedAt
        ? 'This page was deleted on {{date}}. Only space administrators can see it.'
        : 'This page is in the trash. Only space administrators can see it.',
      ...(view.trashedAt ? { values: { date: whenExactly(view.trashedAt, reader.locale) } } : {}),
      links: view.permissions.purge ? [{ label: 'Restore', href: view.url, action: 'restore' }] : [],
    })
  }
  if (view.shownVersion) {
    const { number, at, by } = view.shownVersion
    notices.push({
      id: 'old-version',
      tone: 'info',
      text: by
        ? 'You are viewing an old version of this page: version {{number}}, {{when}}, by {{name}}.'
        : 'You are viewing an old version of this page: version {{number}}, {{when}}.',
      values: { number, when: reader.when(at), name: by?.displayName ?? '' },
      links: [
        { label: 'View the current version', href: view.url },
        {
          label: 'Compare with current',
          href: `/pages/diffpagesbyversion.action?pageId=${view.id}&selectedPageVersions=${number}&selectedPageVersions=${view.version}`,
        },
        { label: 'Page history', href: `/pages/viewpreviousversions.action?pageId=${view.id}` },
      ],
    })
  }
  if (view.hasDraft && view.permissions.update && !view.shownVersion) {
    notices.push({
      id: 'draft',
      tone: 'info',
      text: 'You have unpublished changes on this page.',
      links: [
        { label: 'Resume editing', href: editPath(view) },
        { label: 'Discard', href: editPath(view), action: 'discard-draft' },
      ],
    })
  }
  if (reader.isAnonymous) {
    notices.push({
      id: 'anonymous',
      tone: 'info',
      text: 'You are not logged in. Any changes you make will be marked as anonymous.',
      links: reader.hasExternalUsers ? [] : [{ label: 'Log In', href: loginPath(reader.here) }],
    })
  }
  return notices
}

export const RESTRICTION_TITLES = {
  no: 'Unrestricted',
  explicit: 'Restrictions apply',
  inherited: 'Restrictions apply',
} as const
