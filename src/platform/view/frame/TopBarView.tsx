import type { ReactNode } from 'react'
import { createPath, type NewContentType } from '../../create-path.ts'
import { loginPath } from '../../login-path.ts'
import type { SessionUser } from '../../page-data.ts'
import { Icon } from '../Icon.tsx'
import type { Reader } from '../reader.ts'
import { TopbarPanel } from './TopbarPanel.tsx'

/** Top bar places of features, filled in the browser. */
export interface TopBarPlaces {
  drawerButton?: ReactNode
  start?: ReactNode
  center?: ReactNode
  end?: ReactNode
  /** Rendered while the app switcher is open. */
  apps?: (close: () => void) => ReactNode
  help?: (close: () => void) => ReactNode
  account?: (close: () => void) => ReactNode
  /** Rendered while the menu is open. */
  spaces?: (close: () => void) => ReactNode
  create?: (close: () => void) => ReactNode
}

export interface TopBarViewProps {
  reader: Reader
  siteTitle: string
  user: SessionUser | null
  mayCreate: boolean
  /** Context of the Create button. */
  createFrom?: { spaceKey: string; contentId?: string | undefined } | undefined
  /** Path and query of this document, the return address after sign-in. */
  here: string
  search: ReactNode
  places?: TopBarPlaces
}

export function TopBarView({
  reader,
  siteTitle,
  user,
  mayCreate,
  createFrom,
  here,
  search,
  places = {},
}: TopBarViewProps) {
  const { t } = reader
  return (
    <header id="header" className="ox-topbar">
      <div className="ox-topbar-start">
        {places.drawerButton}
        <TopbarPanel
          id="app-switcher"
          label={t('Linked Applications')}
          side="sidebar"
          button={<Icon name="apps" />}
          {...(places.apps ? { whileOpen: places.apps } : {})}
        >
          <a className="ox-panel-item" href="/">
            {siteTitle}
          </a>
        </TopbarPanel>
        <Logo siteTitle={siteTitle} />
        <nav className="ox-topbar-nav" aria-label={t('Site')}>
          <SpacesMenu reader={reader} {...(places.spaces ? { whileOpen: places.spaces } : {})} />
          {places.start}
        </nav>
        {mayCreate && (
          <CreateMenu
            reader={reader}
            createFrom={createFrom}
            {...(places.create ? { whileOpen: places.create } : {})}
          />
        )}
      </div>
      <div className="ox-topbar-center">
        {search}
        {places.center}
      </div>
      <div className="ox-topbar-end">
        {places.end}
        <TopbarPanel id="help-menu-link" label={t('Help')} side="end" button={<Icon name="help" />}>
          {places.help}
        </TopbarPanel>
        {user ? (
          <UserMenu reader={reader} user={user} {...(places.account ? { entries: places.account } : {})} />
        ) : (
          <a id="login-link" className="ox-topbar-link" href={loginPath(here)}>
            {t('Log in')}
          </a>
        )}
      </div>
    </header>
  )
}

/** Top bar of sign-in and set-up: the logo alone. */
export function BareTopBarView({ siteTitle }: { siteTitle: string }) {
  return (
    <header id="header" className="ox-topbar">
      <div className="ox-topbar-start">
        <Logo siteTitle={siteTitle} />
      </div>
    </header>
  )
}

function Logo({ siteTitle }: { siteTitle: string }) {
  return (
    <a id="logo" className="ox-logo" href="/">
      <span className="ox-logo-mark" aria-hidden="true" />
      <span className="ox-logo-text">{siteTitle}</span>
    </a>
  )
}

interface MenuProps {
  reader: Reader
  whileOpen?: (close: () => void) => ReactNode
}

function SpacesMenu({ reader: { t }, whileOpen }: MenuProps) {
  return (
    <TopbarPanel
      id="space-menu-link"
      label={t('Spaces')}
      tooltip={false}
      side="here"
      buttonClass="ox-topbar-link"
      button={t('Spaces')}
      {...(whileOpen ? { whileOpen } : {})}
    >
      <a id="space-directory-link" className="ox-panel-item" href="/spacedirectory/view.action">
        {t('All spaces')}
      </a>
    </TopbarPanel>
  )
}

/** Create address in the current context. */
export function createHref(type: NewContentType, from: TopBarViewProps['createFrom']): string {
  return from ? createPath(type, from.spaceKey, from.contentId) : `/pages/create${type}.action`
}

/** Creates a page; other types are behind the arrow. */
function CreateMenu({ reader: { t }, createFrom, whileOpen }: MenuProps & Pick<TopBarViewProps, 'createFrom'>) {
  return (
    <>
      <a id="quick-create-page-button" className="ox-create" href={createHref('page', createFrom)}>
        <Icon name="plus" size={16} />
        <span>{t('Create')}</span>
      </a>
      <TopbarPanel
        id="create-page-button"
        label={t('More to create')}
        side="here"
        buttonClass="ox-create ox-create-more"
        button={<Icon name="chevron" size={16} />}
        {...(whileOpen ? { whileOpen } : {})}
      >
        <a className="ox-panel-item" href={createHref('page', createFrom)}>
          {t('Page')}
        </a>
        <a className="ox-panel-item" href={createHref('blogpost', createFrom)}>
          {t('Blog post')}
        </a>
      </TopbarPanel>
    </>
  )
}

function UserMenu({
  reader: { t },
  user,
  entries,
}: {
  reader: Reader
  user: SessionUser
  entries?: TopBarPlaces['account']
}) {
  return (
    <TopbarPanel
      id="user-menu-link"
      label={t('Your account: {{name}}', { name: user.displayName })}
      side="end"
      buttonClass="ox-user-button"
      button={<img className="ox-avatar" src={user.avatarUrl} alt="" width={28} height={28} />}
    >
      {close => (
        <>
          <div className="ox-panel-head">
            <strong>{user.displayName}</strong>
            <span>{`@${user.username}`}</span>
          </div>
          <a className="ox-panel-item" href={`/display/~${encodeURIComponent(user.username)}`}>
            {t('Profile')}
          </a>
          {user.isAdmin && (
            <a id="administration-link" className="ox-panel-item" href="/admin">
              {t('Administration')}
            </a>
          )}
          {entries?.(close)}
          <a id="logout-link" className="ox-panel-item" href="/logout.action">
            {t('Log Out')}
          </a>
        </>
      )}
    </TopbarPanel>
  )
}
