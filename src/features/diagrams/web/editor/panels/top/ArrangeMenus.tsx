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
          <Layers2 size={18} />
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
        <CommandItem id="front" icon={<ArrowUpToLine />} />
        <CommandItem id="forward" icon={<MoveUp />} />
        <CommandItem id="backward" icon={<MoveDown />} />
        <CommandItem id="back" icon={<ArrowDownToLine />} />
      </MenuSection>
      <MenuSection title={t('Align')}>
        <CommandItem id="alignLeft" icon={<AlignStartVertical />} />
        <CommandItem id="alignCenter" icon={<AlignCenterVertical />} />
        <CommandItem id="alignRight" icon={<AlignEndVertical />} />
        <CommandItem id="alignTop" icon={<AlignStartHorizontal />} />
        <CommandItem id="alignMiddle" icon={<AlignCenterHorizontal />} />
        <CommandItem id="alignBottom" icon={<AlignEndHorizontal />} />
      </MenuSection>
      <MenuSection title={t('Distribute')}>
        <CommandItem id="distributeHorizontal" icon={<AlignHorizontalDistributeCenter />} />
        <CommandItem id="distributeVertical" icon={<AlignVerticalDistributeCenter />} />
      </MenuSection>
      <MenuSection title={t('Same size')}>
        <CommandItem id="sameWidth" icon={<MoveHorizontal />} />
        <CommandItem id="sameHeight" icon={<MoveVertical />} />
        <CommandItem id="sameSize" icon={<Scaling />} />
      </MenuSection>
      <MenuSection title={t('Objects')}>
        <CommandItem id="group" icon={<Group />} />
        <CommandItem id="ungroup" icon={<Ungroup />} />
        <CommandItem id="rotateRight" icon={<RotateCw />} />
        <CommandItem id="rotateLeft" icon={<RotateCcw />} />
        <CommandItem id="flipX" icon={<FlipHorizontal2 />} />
        <CommandItem id="flipY" icon={<FlipVertical2 />} />
        <CommandItem id="lock" icon={<Lock />} />
        <CommandItem id="unlock" icon={<LockOpen />} />
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
          {isBusy ? <Spinner label={t('Laying out …')} /> : <Workflow size={18} />}
        </WordButton>
      }
    >
      <MenuItem
        label={t('In layers')}
        description={t('For processes: one step follows the other')}
        icon={<Workflow />}
        onAction={() => run('layered')}
      />
      <MenuItem
        label={t('As a tree')}
        description={t('For what branches')}
        icon={<Network />}
        onAction={() => run('tree')}
      />
      <MenuItem
        label={t('As an org chart')}
        description={t('For people and teams')}
        icon={<LayoutGrid />}
        onAction={() => run('org')}
      />
      <MenuItem
        label={t('As a net')}
        description={t('For what hangs together every which way')}
        icon={<Share2 />}
        onAction={() => run('force')}
      />
    </Menu>
  )
}
