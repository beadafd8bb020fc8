import { createPath, type NewContentType } from '#platform/create-path.ts'
import type { Theme } from '#platform/page-data.ts'
import type { Frame } from '../feature.ts'
import { t } from '../i18n.ts'
import { loginHref, navigateTo } from '../navigation.ts'
import { useLocation } from '../router.tsx'
import { pageData } from '../session.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { Slot } from '../slots.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { Icon } from '../ui/Icon.tsx'
import { QuickSearch } from './QuickSearch.tsx'
import { shortcutHelpShown } from './shortcut-help-shown.ts'
import { sidebar, useSidebar } from './sidebar-store.ts'
import { TopbarPanel } from './TopbarPanel.tsx'

/** The bar at the top of every page. Its markup is described in docs/developers/frame.md; the server draws the same. */
export function TopBar({ frame, hasSidebar }: { frame: Frame; hasSidebar: boolean }) {
  const { user, can } = pageData()
  if (frame.layout === 'bare') {
    return (
      <header id="header" className="ox-topbar">
        <div className="ox-topbar-start">
          <Logo />
        </div>
      </header>
    )
  }
  return (
    <header id="header" className="ox-topbar">
      <div className="ox-topbar-start">
        {hasSidebar && <DrawerButton />}
        <AppMenu frame={frame} />
        <Logo />
        <nav className="ox-topbar-nav" aria-label={t('Site')}>
          <SpaceMenu />
          <Slot name="header.start" context={frame} />
        </nav>
        {can.createContent && <CreateButtons frame={frame} />}
      </div>
      <div className="ox-topbar-center">
        <QuickSearch />
        <Slot name="header.center" context={frame} />
      </div>
      <div className="ox-topbar-end">
        <Slot name="header.end" context={frame} />
        <HelpMenu frame={frame} />
        {user ? <UserMenu /> : <LoginLink />}
      </div>
    </header>
  )
}

function DrawerButton() {
  const { drawerOpen } = useSidebar()
  return (
    <button
      type="button"
      className="ox-icon-button ox-drawer-button"
      aria-label={t('Open sidebar')}
      aria-controls="ox-sidebar"
      aria-expanded={drawerOpen}
      onClick={() => sidebar.setDrawerOpen(!drawerOpen)}
    >
      <Icon name="menu" />
    </button>
  )
}

function AppMenu({ frame }: { frame: Frame }) {
  return (
    <TopbarPanel id="app-switcher" label={t('Linked Applications')} side="start" button={<Icon name="apps" />}>
      <a className="ox-panel-item" href="/">
        {pageData().site.title}
      </a>
      <Slot name="header.apps" context={frame} />
    </TopbarPanel>
  )
}

function Logo() {
  return (
    <a id="logo" className="ox-logo" href="/">
      <span className="ox-logo-mark" aria-hidden="true" />
      <span className="ox-logo-text">{pageData().site.title}</span>
    </a>
  )
}

function SpaceMenu() {
  return (
    <TopbarPanel
      id="space-menu-link"
      label={t('Spaces')}
      tooltip={false}
      side="here"
      buttonClass="ox-topbar-link"
      button={t('Spaces')}
      whileOpen={close => <Slot name="header.spaces" context={{ close }} />}
    >
      <a id="space-directory-link" className="ox-panel-item" href="/spacedirectory/view.action">
        {t('All spaces')}
      </a>
    </TopbarPanel>
  )
}

/** A page at once, and whatever else can be created behind the arrow. */
function CreateButtons({ frame }: { frame: Frame }) {
  const { spaceKey, contentId } = frame
  const createHref = (type: NewContentType) => spaceKey ? createPath(type, spaceKey, contentId) : `/pages/create${type}.action`
  const pageHref = createHref('page')
  useShortcut({ id: 'frame.create', keys: 'c', label: 'Create a page', group: 'Everywhere' }, () => navigateTo(pageHref))
  return (
    <>
      <a id="quick-create-page-button" className="ox-create" href={pageHref}>
        <Icon name="plus" size={16} />
        <span>{t('Create')}</span>
      </a>
      <TopbarPanel
        id="create-page-button"
        label={t('More to create')}
        side="here"
        buttonClass="ox-create ox-create-more"
        button={<Icon name="chevron" size={16} />}
        whileOpen={close => <Slot name="header.create" context={{ ...frame, close }} />}
      >
        <a className="ox-panel-item" href={pageHref}>
          {t('Page')}
        </a>
        <a className="ox-panel-item" href={createHref('blogpost')}>
          {t('Blog post')}
        </a>
      </TopbarPanel>
    </>
  )
}

function HelpMenu({ frame }: { frame: Frame }) {
  return (
    <TopbarPanel id="help-menu-link" label={t('Help')} side="end" button={<Icon name="help" />}>
      {close => (
        <>
          <Slot name="header.help" context={frame} />
          <button
            type="button"
            className="ox-panel-item"
            onClick={() => {
              close()
              shortcutHelpShown.set(true)
            }}
          >
            {t('Keyboard shortcuts')} <kbd>?</kbd>
          </button>
        </>
      )}
    </TopbarPanel>
  )
}

function LoginLink() {
  const { pathname, search } = useLocation()
  return (
    <a id="login-link" className="ox-topbar-link" href={loginHref(pathname + search)}>
      {t('Log in')}
    </a>
  )
}

function UserMenu() {
  const { user } = pageData()
  if (!user) return null
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
            <span>@{user.username}</span>
          </div>
          <a className="ox-panel-item" href={`/display/~${encodeURIComponent(user.username)}`}>
            {t('Profile')}
          </a>
          <Slot name="header.user" context={{ close }} />
          {user.isAdmin && (
            <a id="administration-link" className="ox-panel-item" href="/admin">
              {t('Administration')}
            </a>
          )}
          <ThemeSwitch />
          <a id="logout-link" className="ox-panel-item" href="/logout.action">
            {t('Log Out')}
          </a>
        </>
      )}
    </TopbarPanel>
  )
}

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className="ox-theme-switch">
      <legend>{t('Theme')}</legend>
      <div>
        {THEMES.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="ox-theme" value={value} checked={theme === value} onChange={() => setTheme(value)} />
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
