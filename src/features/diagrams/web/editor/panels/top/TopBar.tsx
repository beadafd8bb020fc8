import Layers from 'lucide-react/icons/layers'
import PanelRight from 'lucide-react/icons/sliders-horizontal'
import Search from 'lucide-react/icons/search'
import Shapes from 'lucide-react/icons/shapes'
import X from 'lucide-react/icons/x'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { useHost } from '../../frame/host.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { usePanels, type SidePanel } from '../panels-state.ts'
import { shortcutLabel } from '../parts/shortcut.ts'
import { ArrangeMenu, LayoutMenu } from './ArrangeMenus.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SaveState } from './SaveState.tsx'
import { Steps, Tools } from './Tools.tsx'
import './top.css'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Name and save state, tools, panel buttons. On narrow screens the tools are on a second line. */
export function TopBar() {
  const host = useHost()
  const { isLibraryOpen, side, panels } = usePanels()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const toggle = (name: SidePanel, label: string, picture: React.ReactNode, shortcut?: string) => (
    <IconButton
      label={label}
      {...(shortcut ? { shortcut } : {})}
      aria-pressed={side === name}
      isActive={side === name}
      onPress={() => panels.toggleSide(name)}
    >
      {picture}
    </IconButton>
  )
  return (
    <header className="ox-de-top">
      <div className="ox-de-top-name">
        <h1 title={host.name || t('New diagram')}>{host.name || t('New diagram')}</h1>
        <SaveState />
      </div>
      <div className="ox-de-top-tools">
        <IconButton
          label={t('Shapes')}
          aria-pressed={isLibraryOpen}
          isActive={isLibraryOpen}
          isDisabled={isReadOnly}
          onPress={() => panels.showLibrary(!isLibraryOpen)}
        >
          <Shapes {...icon} />
        </IconButton>
        <Tools />
        <Steps />
        <div className="ox-de-tools">
          <ArrangeMenu />
          <LayoutMenu />
        </div>
        <div className="ox-de-top-phone">{toggle('style', t('Style'), <PanelRight {...icon} />)}</div>
      </div>
      <div className="ox-de-top-end">
        <div className="ox-de-tools ox-de-top-panels" role="group" aria-label={t('Panels')}>
          {toggle('find', t('Find'), <Search {...icon} />, shortcutLabel('Ctrl+F'))}
          {toggle('layers', t('Layers'), <Layers {...icon} />)}
          {toggle('style', t('Style'), <PanelRight {...icon} />)}
        </div>
        <MoreMenu />
        <Button className="ox-de-top-wide" onPress={() => host.save({ thenClose: true })} isDisabled={isReadOnly}>
          {t('Save and close')}
        </Button>
        <Button
          variant="primary"
          onPress={() => host.save()}
          isPending={host.saveState === 'saving'}
          isDisabled={isReadOnly}
        >
          {t('Save')}
        </Button>
        <IconButton label={t('Close the editor')} onPress={host.close}>
          <X {...icon} />
        </IconButton>
      </div>
    </header>
  )
}
