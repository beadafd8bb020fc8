import AlignCenterHorizontal from 'lucide-react/icons/align-center-horizontal'
import AlignCenterVertical from 'lucide-react/icons/align-center-vertical'
import AlignEndHorizontal from 'lucide-react/icons/align-end-horizontal'
import AlignEndVertical from 'lucide-react/icons/align-end-vertical'
import AlignHorizontalDistributeCenter from 'lucide-react/icons/align-horizontal-distribute-center'
import AlignStartHorizontal from 'lucide-react/icons/align-start-horizontal'
import AlignStartVertical from 'lucide-react/icons/align-start-vertical'
import AlignVerticalDistributeCenter from 'lucide-react/icons/align-vertical-distribute-center'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import FlipHorizontal2 from 'lucide-react/icons/flip-horizontal-2'
import FlipVertical2 from 'lucide-react/icons/flip-vertical-2'
import Group from 'lucide-react/icons/group'
import Layers2 from 'lucide-react/icons/layers-2'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import MoveDown from 'lucide-react/icons/move-down'
import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import MoveUp from 'lucide-react/icons/move-up'
import MoveVertical from 'lucide-react/icons/move-vertical'
import Network from 'lucide-react/icons/network'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Scaling from 'lucide-react/icons/scaling'
import Share2 from 'lucide-react/icons/share-2'
import Ungroup from 'lucide-react/icons/ungroup'
import Workflow from 'lucide-react/icons/workflow'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSection } from '#platform/web/ui/Menu.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { barIcon, icon } from '../../../icon.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { CommandItem } from '../parts/CommandItem.tsx'
import { layOut, type LayoutName } from './lay-out.ts'
import { WordButton } from './WordButton.tsx'

/** Arrangement commands of the selection. */
export function ArrangeMenu() {
  const isEmpty = useEditorState(({ selection, isReadOnly }) => selection.size === 0 || isReadOnly)
  return (
    <Menu
      label={t('Arrange')}
      placement="bottom start"
      trigger={
        <WordButton label={t('Arrange')} word={t('Arrange')} isDisabled={isEmpty}>
          <Layers2 {...barIcon} />
        </WordButton>
      }
    >
      <ArrangeItems />
    </Menu>
  )
}

function ArrangeItems() {
  return (
    <>
      <MenuSection title={t('Order')}>
        <CommandItem id="front" icon={<ArrowUpToLine {...icon} />} />
        <CommandItem id="forward" icon={<MoveUp {...icon} />} />
        <CommandItem id="backward" icon={<MoveDown {...icon} />} />
        <CommandItem id="back" icon={<ArrowDownToLine {...icon} />} />
      </MenuSection>
      <MenuSection title={t('Align')}>
        <CommandItem id="alignLeft" icon={<AlignStartVertical {...icon} />} />
        <CommandItem id="alignCenter" icon={<AlignCenterVertical {...icon} />} />
        <CommandItem id="alignRight" icon={<AlignEndVertical {...icon} />} />
        <CommandItem id="alignTop" icon={<AlignStartHorizontal {...icon} />} />
        <CommandItem id="alignMiddle" icon={<AlignCenterHorizontal {...icon} />} />
        <CommandItem id="alignBottom" icon={<AlignEndHorizontal {...icon} />} />
      </MenuSection>
      <MenuSection title={t('Distribute')}>
        <CommandItem id="distributeHorizontal" icon={<AlignHorizontalDistributeCenter {...icon} />} />
        <CommandItem id="distributeVertical" icon={<AlignVerticalDistributeCenter {...icon} />} />
      </MenuSection>
      <MenuSection title={t('Same size')}>
        <CommandItem id="sameWidth" icon={<MoveHorizontal {...icon} />} />
        <CommandItem id="sameHeight" icon={<MoveVertical {...icon} />} />
        <CommandItem id="sameSize" icon={<Scaling {...icon} />} />
      </MenuSection>
      <MenuSection title={t('Objects')}>
        <CommandItem id="group" icon={<Group {...icon} />} />
        <CommandItem id="ungroup" icon={<Ungroup {...icon} />} />
        <CommandItem id="rotateRight" icon={<RotateCw {...icon} />} />
        <CommandItem id="rotateLeft" icon={<RotateCcw {...icon} />} />
        <CommandItem id="flipX" icon={<FlipHorizontal2 {...icon} />} />
        <CommandItem id="flipY" icon={<FlipVertical2 {...icon} />} />
        <CommandItem id="lock" icon={<Lock {...icon} />} />
        <CommandItem id="unlock" icon={<LockOpen {...icon} />} />
      </MenuSection>
    </>
  )
}

/** Automatic layouts of the selection, or the page. */
export function LayoutMenu() {
  const editor = useEditor()
  const [isBusy, setBusy] = useState(false)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const run = (name: LayoutName) => {
    setBusy(true)
    void layOut(editor, name).finally(() => setBusy(false))
  }
  return (
    <Menu
      label={t('Automatic layout')}
      placement="bottom start"
      trigger={
        <WordButton label={t('Automatic layout')} word={t('Layout')} isDisabled={isReadOnly || isBusy}>
          {isBusy ? <Spinner label={t('Laying out …')} /> : <Workflow {...barIcon} />}
        </WordButton>
      }
    >
      <MenuItem
        label={t('In layers')}
        description={t('For processes: one step follows the other')}
        icon={<Workflow {...icon} />}
        onAction={() => run('layered')}
      />
      <MenuItem
        label={t('As a tree')}
        description={t('For what branches')}
        icon={<Network {...icon} />}
        onAction={() => run('tree')}
      />
      <MenuItem
        label={t('As an org chart')}
        description={t('For people and teams')}
        icon={<LayoutGrid {...icon} />}
        onAction={() => run('org')}
      />
      <MenuItem
        label={t('As a net')}
        description={t('For what hangs together every which way')}
        icon={<Share2 {...icon} />}
        onAction={() => run('force')}
      />
    </Menu>
  )
}
