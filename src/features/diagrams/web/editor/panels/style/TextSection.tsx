import AlignCenter from 'lucide-react/icons/text-align-center'
import AlignLeft from 'lucide-react/icons/text-align-start'
import AlignRight from 'lucide-react/icons/text-align-end'
import Bold from 'lucide-react/icons/bold'
import AlignMiddle from 'lucide-react/icons/align-vertical-justify-center'
import AlignTop from 'lucide-react/icons/align-vertical-justify-start'
import AlignBottom from 'lucide-react/icons/align-vertical-justify-end'
import PanelBottom from 'lucide-react/icons/panel-bottom'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import PanelTop from 'lucide-react/icons/panel-top'
import Italic from 'lucide-react/icons/italic'
import Strikethrough from 'lucide-react/icons/strikethrough'
import Underline from 'lucide-react/icons/underline'
import { t } from '#platform/web/i18n.ts'
import { useEditor } from '../../store/useEditor.ts'
import { Choice } from '../parts/Choice.tsx'
import { ColourField } from '../parts/ColourField.tsx'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'
import { Toggles } from '../parts/Toggles.tsx'
import { setStyle } from './set-style.ts'
import { PADDING_SIDES, type PaddingSide, type SharedText } from './shared.ts'
import { Row } from '../parts/Row.tsx'

const MARKS = ['bold', 'italic', 'underline', 'strike'] as const

/** Font, size, colour and alignment of the selected texts. */
export function TextSection({ text }: { text: SharedText | null }) {
  const editor = useEditor()
  if (!text) return null
  return (
    <Fold name="style.text" title={t('Text')}>
      <Row>
        <Choice
          label={t('Font')}
          isLabelHidden
          value={text.font.value}
          onChange={font => setStyle(editor, 'Font', { text: { font } })}
          options={[
            { id: 'sans', label: t('Sans serif') },
            { id: 'serif', label: t('Serif') },
            { id: 'mono', label: t('Monospaced') },
          ]}
        />
        <span className="ox-de-size">
          <NumberBox
            label={t('Size of the text')}
            min={1}
            max={400}
            value={text.size.value}
            onChange={(size, isSliding) => setStyle(editor, 'Text size', { text: { size } }, isSliding)}
          />
        </span>
      </Row>
      <Row label={t('Colour')}>
        <ColourField
          label={t('Colour of the text')}
          value={text.colour.value}
          onChange={(colour, isSliding) =>
            colour !== 'none' && setStyle(editor, 'Text colour', { text: { colour } }, isSliding)
          }
        />
      </Row>
      <Row>
        <Toggles
          label={t('Look of the text')}
          pressed={MARKS.filter(mark => text[mark].value === true)}
          onPress={mark => setStyle(editor, 'Text look', { text: { [mark]: text[mark].value !== true } })}
          options={[
            { id: 'bold', label: t('Bold'), icon: <Bold /> },
            { id: 'italic', label: t('Italic'), icon: <Italic /> },
            { id: 'underline', label: t('Underlined'), icon: <Underline /> },
            { id: 'strike', label: t('Struck out'), icon: <Strikethrough /> },
          ]}
        />
      </Row>
      <Row>
        <Toggles
          label={t('Alignment')}
          pressed={text.align.value ? [text.align.value] : []}
          onPress={align => setStyle(editor, 'Text alignment', { align })}
          options={[
            { id: 'left', label: t('Align left'), icon: <AlignLeft /> },
            { id: 'center', label: t('Centre'), icon: <AlignCenter /> },
            { id: 'right', label: t('Align right'), icon: <AlignRight /> },
          ]}
        />
        {text.vertical && (
          <Toggles
            label={t('Place of the text')}
            pressed={text.vertical.value ? [text.vertical.value] : []}
            onPress={vertical => setStyle(editor, 'Text alignment', { vertical })}
            options={[
              { id: 'top', label: t('At the top'), icon: <AlignTop /> },
              { id: 'middle', label: t('In the middle'), icon: <AlignMiddle /> },
              { id: 'bottom', label: t('At the bottom'), icon: <AlignBottom /> },
            ]}
          />
        )}
      </Row>
      {text.padding && <PaddingFields padding={text.padding} />}
    </Fold>
  )
}

const PADDING_LABELS: Readonly<Record<PaddingSide, string>> = {
  top: 'Inner margin at the top',
  bottom: 'Inner margin at the bottom',
  left: 'Inner margin at the left',
  right: 'Inner margin at the right',
}
const PADDING_ICONS = { top: PanelTop, bottom: PanelBottom, left: PanelLeft, right: PanelRight } as const
/** px; imported texts may reach out of their shapes. */
const MOST_PADDING = 1000

/** Distance of the text from the sides of its area. */
function PaddingFields({ padding }: { padding: NonNullable<SharedText['padding']> }) {
  const editor = useEditor()
  return (
    <div className="ox-de-padding" role="group" aria-label={t('Inner margins')}>
      {PADDING_SIDES.map(side => {
        const Icon = PADDING_ICONS[side]
        return (
          <NumberBox
            key={side}
            label={t(PADDING_LABELS[side])}
            mark={<Icon size={14} />}
            min={-MOST_PADDING}
            max={MOST_PADDING}
            value={padding[side].value}
            onChange={(value, isSliding) =>
              setStyle(editor, 'Inner margins', { padding: { [side]: value } }, isSliding)
            }
          />
        )
      })}
    </div>
  )
}
