import { t } from '#platform/web/i18n.ts'
import { MenuItem, MenuSection } from '#platform/web/ui/Menu.tsx'
import type { Alignment } from '../tiptap/table-cells.ts'
import { ALIGNMENTS } from './formatting.ts'

interface AlignmentItemsProps {
  current: Alignment | undefined
  onChoose: (side: Alignment) => void
}

/** The part of a menu that aligns text. */
export function AlignmentItems({ current, onChoose }: AlignmentItemsProps) {
  return (
    <MenuSection title={t('Alignment')}>
      {ALIGNMENTS.map(({ side, label }) => (
        <MenuItem key={side} label={t(label)} isChecked={side === current} onAction={() => onChoose(side)} />
      ))}
    </MenuSection>
  )
}
