import Layers from 'lucide-react/icons/layers'
import PanelRight from 'lucide-react/icons/sliders-horizontal'
import Search from 'lucide-react/icons/search'
import Shapes from 'lucide-react/icons/shapes'
import X from 'lucide-react/icons/x'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { useHost } from '../../services/host.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { usePanels, type SidePanel } from '../panels-state.ts'
import { shortcutLabel } from '../../tools/shortcut.ts'
import { ArrangeMenu, LayoutMenu } from './ArrangeMenus.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { People } from './People.tsx'
import { SaveState } from './SaveState.tsx'
import { Steps, Tools } from './Tools.tsx'
import { WordButton } from './WordButton.tsx'
import './top.css'

/** Name and save state, tools, panel buttons. On narrow screens the tools are on a second line. */
export function TopBar() {
  const host = useHost()
  const { isLibraryOpen, side, panels } = usePanels()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const toggle = (name: SidePanel, label: string, picture: React.ReactNode, shortcut?: string) => (
    <WordButton
      label={label}
      word={label}
      {...(shortcut ? { shortcut } : {})}
      aria-pressed={side === name}
      isActive={side === name}
      onPress={() => panels.toggleSide(name)}
    >
      {picture}
    </WordButton>
  )
  return (
    <header className="ox-de-top">
      <div className="ox-de-top-name">
        <DiagramName />
        <SaveState />
        <People />
      </div>
      <div className="ox-de-top-tools">
        <WordButton
          label={t('Shapes')}
          word={t('Shapes')}
          aria-pressed={isLibraryOpen}
          isActive={isLibraryOpen}
          isDisabled={isReadOnly}
          onPress={() => panels.showLibrary(!isLibraryOpen)}
        >
          <Shapes size={18} />
        </WordButton>
        <Tools />
        <Steps />
        <div className="ox-de-tools">
          <ArrangeMenu />
          <LayoutMenu />
        </div>
        <div className="ox-de-top-phone">{toggle('style', t('Style'), <PanelRight size={18} />)}</div>
      </div>
      <div className="ox-de-top-end">
        <div className="ox-de-tools ox-de-top-panels" role="group" aria-label={t('Panels')}>
          {toggle('find', t('Find'), <Search size={18} />, shortcutLabel('Ctrl+F'))}
          {toggle('layers', t('Layers'), <Layers size={18} />)}
          {toggle('style', t('Style'), <PanelRight size={18} />)}
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
          <X size={18} />
        </IconButton>
      </div>
    </header>
  )
}

/** The diagram's name; pressed, it can be changed. */
function DiagramName() {
  const { name, rename } = useHost()
  const shown = name || t('New diagram')
  return (
    <h1>
      {rename ? (
        <button type="button" className="ox-de-rename" title={t('{{name}}: rename', { name: shown })} onClick={rename}>
          {shown}
        </button>
      ) : (
        <span title={shown}>{shown}</span>
      )}
    </h1>
  )
}
