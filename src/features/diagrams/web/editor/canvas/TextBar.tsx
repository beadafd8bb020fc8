import AlignCenter from 'lucide-react/icons/text-align-center'
import AlignLeft from 'lucide-react/icons/text-align-start'
import AlignRight from 'lucide-react/icons/text-align-end'
import Bold from 'lucide-react/icons/bold'
import Italic from 'lucide-react/icons/italic'
import Underline from 'lucide-react/icons/underline'
import type { EditorView } from '@tiptap/pm/view'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { Colour, Point } from '#diagrams/model/document.ts'
import { useEditor } from '../store/useEditor.ts'
import type { TextFields } from '../tools/tools.ts'
import { formatOf, formatSelection } from './format-text.ts'

const WIDTH = 340
const HEIGHT = 40
const AWAY = 14
const SIZES = [10, 12, 14, 16, 18, 20, 24, 32, 40, 48, 64]
const MARKS = [
  ['bold', 'Bold', 'Ctrl+B', Bold],
  ['italic', 'Italic', 'Ctrl+I', Italic],
  ['underline', 'Underline', 'Ctrl+U', Underline],
] as const
const ALIGNMENTS = [
  ['left', 'Align left', AlignLeft],
  ['center', 'Align centre', AlignCenter],
  ['right', 'Align right', AlignRight],
] as const

/** Formatting toolbar above the edited text. */
export function TextBar({ view, at }: { view: EditorView; at: Point }) {
  const editor = useEditor()
  const format = formatOf(view)
  const { width } = editor.viewSize
  const left = Math.max(8, Math.min(at.x - WIDTH / 2, width - WIDTH - 8))
  const top = Math.max(8, at.y - AWAY - HEIGHT)
  const set = (fields: TextFields) => formatSelection(view, fields)
  const sizes = SIZES.includes(format.size) ? SIZES : [...SIZES, format.size].toSorted((a, b) => a - b)
  return (
    <div
      className="ox-de-text-bar"
      role="toolbar"
      aria-label={t('Text format')}
      style={{ left, top }}
      onPointerDown={event => event.stopPropagation()}
    >
      {MARKS.map(([mark, label, shortcut, Icon]) => (
        <IconButton
          key={mark}
          size="small"
          label={t(label)}
          shortcut={shortcut}
          isActive={format[mark] === true}
          onPress={() => set({ [mark]: !format[mark] })}
        >
          <Icon />
        </IconButton>
      ))}
      <select
        aria-label={t('Text size')}
        value={format.size}
        onChange={event => set({ size: Number(event.target.value) })}
      >
        {sizes.map(size => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <label className="ox-de-text-colour" title={t('Text colour')}>
        <input
          type="color"
          aria-label={t('Text colour')}
          value={format.colour.slice(0, 7)}
          onChange={event => set({ colour: event.target.value.toLowerCase() as Colour })}
        />
      </label>
      <span className="ox-de-divider" />
      {ALIGNMENTS.map(([align, label, Icon]) => (
        <IconButton
          key={align}
          size="small"
          label={t(label)}
          isActive={format.align === align}
          onPress={() => set({ align })}
        >
          <Icon />
        </IconButton>
      ))}
    </div>
  )
}
