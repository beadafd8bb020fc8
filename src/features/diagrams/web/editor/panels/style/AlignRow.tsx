import AlignCenterHorizontal from 'lucide-react/icons/align-center-horizontal'
import AlignCenterVertical from 'lucide-react/icons/align-center-vertical'
import AlignEndHorizontal from 'lucide-react/icons/align-end-horizontal'
import AlignEndVertical from 'lucide-react/icons/align-end-vertical'
import AlignHorizontalDistributeCenter from 'lucide-react/icons/align-horizontal-distribute-center'
import AlignStartHorizontal from 'lucide-react/icons/align-start-horizontal'
import AlignStartVertical from 'lucide-react/icons/align-start-vertical'
import AlignVerticalDistributeCenter from 'lucide-react/icons/align-vertical-distribute-center'
import { t } from '#platform/web/i18n.ts'
import { CommandButton } from '../parts/CommandItem.tsx'

/** Alignment buttons of a multiple selection. */
export function AlignRow() {
  return (
    <div className="ox-de-align" role="group" aria-label={t('Align and distribute')}>
      <CommandButton id="alignLeft" size="small" icon={<AlignStartVertical />} />
      <CommandButton id="alignCenter" size="small" icon={<AlignCenterVertical />} />
      <CommandButton id="alignRight" size="small" icon={<AlignEndVertical />} />
      <CommandButton id="alignTop" size="small" icon={<AlignStartHorizontal />} />
      <CommandButton id="alignMiddle" size="small" icon={<AlignCenterHorizontal />} />
      <CommandButton id="alignBottom" size="small" icon={<AlignEndHorizontal />} />
      <CommandButton id="distributeHorizontal" size="small" icon={<AlignHorizontalDistributeCenter />} />
      <CommandButton id="distributeVertical" size="small" icon={<AlignVerticalDistributeCenter />} />
    </div>
  )
}
