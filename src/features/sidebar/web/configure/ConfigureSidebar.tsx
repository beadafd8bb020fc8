import { type ComponentType, useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { sidebar } from '#platform/web/shell/sidebar-store.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { RadioGroup, Switch } from '#platform/web/ui/Choices.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { SidebarLink, SidebarView } from '../../contract.ts'
import type { AddLinkProps } from './AddLinkDialog.tsx'
import { LinkTable } from './LinkTable.tsx'
import { useConfigure } from './use-configure.ts'

interface ConfigureSidebarProps {
  spaceKey: string
  view: SidebarView
  onChange: (view: SidebarView) => void
}

export default function ConfigureSidebar({ spaceKey, view, onChange }: ConfigureSidebarProps) {
  const configure = useConfigure(spaceKey, view, onChange)
  const { mainLinks, quickLinks } = configure
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<AddLinkProps> }>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // Unmounting leaves configure mode.
    return () => sidebar.setConfiguring(false)
  }, [])

  const openDialog = async () => {
    try {
      setDialog({ Dialog: (await import('./AddLinkDialog.tsx')).default })
    } catch (error) {
      console.error('Failed to load editor resources', error)
      showToast({
        kind: 'error',
        title: t('The dialog could not be loaded'),
        body: t('Check your connection and try again.'),
      })
    }
  }
  return (
    <div className="ox-configure">
      <h2 ref={heading} className="ox-configure-title" tabIndex={-1}>
        {t('Configure sidebar')}
      </h2>
      {configure.failure && <p role="alert">{configure.failure.message}</p>}
      {!mainLinks || !quickLinks ? (
        !configure.failure && <Spinner size={20} label={t('Loading the links…')} />
      ) : (
        <>
          <section>
            <h3>{t('Main links')}</h3>
            <LinkTable
              label={t('Main links')}
              links={mainLinks}
              onMove={configure.moveMain}
              onHide={configure.hide}
              onRemove={configure.remove}
            />
          </section>
          <ShortcutSection configure={configure} quickLinks={quickLinks} onAdd={() => void openDialog()} />
          <NavigationSection configure={configure} />
        </>
      )}
      <div className="ox-configure-foot">
        <Button variant="primary" isPending={configure.isLeaving} onPress={() => void configure.done()}>
          {t('Done')}
        </Button>
      </div>
      {dialog && <dialog.Dialog onAdd={configure.add} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

type Configure = ReturnType<typeof useConfigure>

interface ShortcutSectionProps {
  configure: Configure
  quickLinks: readonly SidebarLink[]
  onAdd: () => void
}

function ShortcutSection({ configure, quickLinks, onAdd }: ShortcutSectionProps) {
  const isShown = configure.options.quickLinksState === 'show'
  return (
    <section>
      <h3>{t('Space shortcuts')}</h3>
      <Switch isSelected={isShown} onChange={on => void configure.change('quick-links-state', on ? 'show' : 'hide')}>
        {t('Show the shortcuts')}
      </Switch>
      {isShown && (
        <LinkTable
          label={t('Space shortcuts')}
          links={quickLinks}
          onMove={configure.moveQuick}
          onHide={configure.hide}
          onRemove={configure.remove}
        />
      )}
      <Button size="small" isDisabled={!isShown} onPress={onAdd}>
        {t('Add link')}
      </Button>
    </section>
  )
}

function NavigationSection({ configure: { options, change } }: { configure: Configure }) {
  const isShown = options.pageTreeState === 'show'
  return (
    <section>
      <h3>{t('Navigation display options')}</h3>
      <Switch isSelected={isShown} onChange={on => void change('page-tree-state', on ? 'show' : 'hide')}>
        {t('Show the navigation')}
      </Switch>
      <RadioGroup
        label={t('Kind of navigation')}
        options={[
          { id: 'pages', label: t('Child pages') },
          { id: 'page-tree', label: t('Page tree') },
        ]}
        value={options.navType}
        isDisabled={!isShown}
        onChange={id => void change('nav-type', id)}
      />
    </section>
  )
}
