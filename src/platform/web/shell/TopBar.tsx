import type { Theme } from '#platform/page-data.ts'
import { DrawerButtonView } from '#platform/view/frame/ShellView.tsx'
import { BareTopBarView, createHref, TopBarView } from '#platform/view/frame/TopBarView.tsx'
import type { Frame } from '../feature.ts'
import { t } from '../i18n.ts'
import { navigateTo } from '../navigation.ts'
import { useIsLive, useReader } from '../reader.ts'
import { useLocation } from '../router.tsx'
import { pageData } from '../session.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { Slot } from '../slots.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { QuickSearch } from './QuickSearch.tsx'
import { shortcutHelpShown } from './shortcut-help-shown.ts'
import { sidebar, useSidebar } from './sidebar-store.ts'

export function TopBar({ frame, hasSidebar }: { frame: Frame; hasSidebar: boolean }) {
  const reader = useReader()
  const { pathname, search } = useLocation()
  const { user, can, site } = pageData()
  const isBare = frame.layout === 'bare'
  const { spaceKey, contentId } = frame
  const createFrom = spaceKey === undefined ? undefined : { spaceKey, contentId }
  if (isBare) return <BareTopBarView siteTitle={site.title} />
  return (
    <>
      {can.createContent && <CreateShortcut from={createFrom} />}
      <TopBarView
        reader={reader}
        siteTitle={site.title}
        user={user}
        mayCreate={can.createContent}
        createFrom={createFrom}
        here={pathname + search}
        search={<QuickSearch />}
        places={{
          drawerButton: hasSidebar && <DrawerButton />,
          start: <Slot name="header.start" context={frame} />,
          center: <Slot name="header.center" context={frame} />,
          end: <Slot name="header.end" context={frame} />,
          apps: close => <Slot name="header.apps" context={{ ...frame, close }} />,
          help: close => <HelpEntries frame={frame} close={close} />,
          account: close => <AccountEntries close={close} />,
          spaces: close => <Slot name="header.spaces" context={{ close }} />,
          create: close => <Slot name="header.create" context={{ ...frame, close }} />,
        }}
      />
    </>
  )
}

/** Shortcut of the Create button. */
function CreateShortcut({ from }: { from: Parameters<typeof createHref>[1] }) {
  useShortcut({ id: 'frame.create', keys: 'c', label: 'Create a page', group: 'Everywhere' }, () =>
    navigateTo(createHref('page', from)),
  )
  return null
}

function DrawerButton() {
  const reader = useReader()
  const { drawerOpen } = useSidebar()
  return <DrawerButtonView reader={reader} isOpen={drawerOpen} onClick={() => sidebar.setDrawerOpen(!drawerOpen)} />
}

function HelpEntries({ frame, close }: { frame: Frame; close: () => void }) {
  if (!useIsLive()) return null
  const showShortcuts = () => {
    close()
    shortcutHelpShown.set(true)
  }
  return (
    <>
      <Slot name="header.help" context={frame} />
      <button type="button" className="ox-panel-item" onClick={showShortcuts}>
        {t('Keyboard shortcuts')} <kbd>?</kbd>
      </button>
    </>
  )
}

function AccountEntries({ close }: { close: () => void }) {
  if (!useIsLive()) return null
  return (
    <>
      <Slot name="header.user" context={{ close }} />
      <ThemeSwitch />
    </>
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
            <input
              type="radio"
              name="ox-theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
            />
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
