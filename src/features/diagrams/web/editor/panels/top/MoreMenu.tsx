import ChartNetwork from 'lucide-react/icons/chart-network'
import CodeXml from 'lucide-react/icons/code-xml'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileUp from 'lucide-react/icons/file-up'
import Keyboard from 'lucide-react/icons/keyboard'
import Layers from 'lucide-react/icons/layers'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import ListTree from 'lucide-react/icons/list-tree'
import LogOut from 'lucide-react/icons/log-out'
import Map from 'lucide-react/icons/map'
import PencilLine from 'lucide-react/icons/pencil-line'
import Printer from 'lucide-react/icons/printer'
import Save from 'lucide-react/icons/save'
import Search from 'lucide-react/icons/search'
import Sun from 'lucide-react/icons/sun'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuSection } from '#platform/web/ui/Menu.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { setStoredColours, useDarkSheet, useReadDark } from '../../../dark-sheet.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../services/export.ts'
import { useHost } from '../../services/host.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { shortcutLabel } from '../../tools/shortcut.ts'

const EXPORT_NAMES: Readonly<Record<ExportFormat, string>> = {
  png: 'PNG picture',
  'png-2x': 'PNG picture, twice as large',
  svg: 'SVG drawing',
  json: 'Diagram file',
}

/** Commands for the whole diagram, and on narrow screens those that do not fit into the bar. */
export function MoreMenu() {
  return (
    <Menu
      label={t('More')}
      trigger={
        <IconButton label={t('More')}>
          <Ellipsis size={18} />
        </IconButton>
      }
    >
      <BeginSection />
      <ExportSection />
      <PanelSection />
      <DiagramSection />
    </Menu>
  )
}

function BeginSection() {
  const host = useHost()
  const { panels } = usePanels()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  return (
    <MenuSection title={t('Begin with')}>
      <MenuItem
        label={t('Template…')}
        icon={<LayoutTemplate />}
        isDisabled={isReadOnly}
        onAction={() => panels.showDialog('templates')}
      />
      <MenuItem
        label={t('Org chart from a table…')}
        icon={<ChartNetwork />}
        isDisabled={isReadOnly}
        onAction={() => panels.showDialog('csv')}
      />
      <MenuItem
        label={t('Import Gliffy or draw.io…')}
        icon={<FileUp />}
        isDisabled={isReadOnly}
        onAction={host.chooseImport}
      />
    </MenuSection>
  )
}

function ExportSection() {
  const host = useHost()
  const exportAs = (format: ExportFormat) => {
    host.exportAs(format).catch((error: unknown) => {
      showFailure(t('The diagram could not be exported'), error)
    })
  }
  return (
    <MenuSection title={t('Export')}>
      {EXPORT_FORMATS.map(format => (
        <MenuItem key={format} label={t(EXPORT_NAMES[format])} icon={<Download />} onAction={() => exportAs(format)} />
      ))}
    </MenuSection>
  )
}

function PanelSection() {
  const { panels, isMinimapOpen } = usePanels()
  const isReadDark = useReadDark()
  const isDark = useDarkSheet()
  return (
    <MenuSection title={t('Panels')}>
      <MenuItem
        label={t('Find')}
        shortcut={shortcutLabel('Ctrl+F')}
        icon={<Search />}
        onAction={() => panels.showSide('find')}
      />
      <MenuItem label={t('Outline')} icon={<ListTree />} onAction={() => panels.showSide('outline')} />
      <MenuItem label={t('Layers')} icon={<Layers />} onAction={() => panels.showSide('layers')} />
      <MenuItem
        label={t('Overview')}
        icon={<Map />}
        isChecked={isMinimapOpen}
        onAction={() => panels.showMinimap(!isMinimapOpen)}
      />
      {isReadDark && (
        <MenuItem
          label={t('Colours as stored')}
          icon={<Sun />}
          isChecked={!isDark}
          onAction={() => setStoredColours(isDark)}
        />
      )}
      <MenuItem
        label={t('Keyboard shortcuts')}
        shortcut="?"
        icon={<Keyboard />}
        onAction={() => panels.showDialog('shortcuts')}
      />
    </MenuSection>
  )
}

function DiagramSection() {
  const host = useHost()
  const { panels } = usePanels()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  return (
    <MenuSection title={t('Diagram')}>
      <MenuItem
        label={t('Save and close')}
        icon={<Save />}
        isDisabled={isReadOnly}
        onAction={() => host.save({ thenClose: true })}
      />
      <MenuItem
        label={t('Print…')}
        shortcut={shortcutLabel('Ctrl+P')}
        icon={<Printer />}
        onAction={() => panels.showDialog('print')}
      />
      {host.rename && <MenuItem label={t('Rename…')} icon={<PencilLine />} onAction={host.rename} />}
      {host.embed && <MenuItem label={t('Embed…')} icon={<CodeXml />} onAction={host.embed} />}
      {host.copy && <MenuItem label={t('Copy To…')} icon={<Copy />} onAction={host.copy} />}
      <MenuItem label={t('Close')} icon={<LogOut />} onAction={host.close} />
    </MenuSection>
  )
}
