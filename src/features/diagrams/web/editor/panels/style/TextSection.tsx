import AlignCenter from 'lucide-react/icons/text-align-center'
import AlignLeft from 'lucide-react/icons/text-align-start'
import AlignRight from 'lucide-react/icons/text-align-end'
import Bold from 'lucide-react/icons/bold'
import AlignMiddle from 'lucide-react/icons/align-vertical-justify-center'
import AlignTop from 'lucide-react/icons/align-vertical-justify-start'
import AlignBottom from 'lucide-react/icons/align-vertical-justify-end'
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
import type { SharedText } from './shared.ts'
import { Row } from '../parts/Row.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
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
            { id: 'bold', label: t('Bold'), icon: <Bold {...icon} /> },
            { id: 'italic', label: t('Italic'), icon: <Italic {...icon} /> },
            { id: 'underline', label: t('Underlined'), icon: <Underline {...icon} /> },
            { id: 'strike', label: t('Struck out'), icon: <Strikethrough {...icon} /> },
          ]}
        />
      </Row>
      <Row>
        <Toggles
          label={t('Alignment')}
          pressed={text.align.value ? [text.align.value] : []}
          onPress={align => setStyle(editor, 'Text alignment', { align })}
          options={[
            { id: 'left', label: t('Align left'), icon: <AlignLeft {...icon} /> },
            { id: 'center', label: t('Centre'), icon: <AlignCenter {...icon} /> },
            { id: 'right', label: t('Align right'), icon: <AlignRight {...icon} /> },
          ]}
        />
        {text.vertical && (
          <Toggles
            label={t('Place of the text')}
            pressed={text.vertical.value ? [text.vertical.value] : []}
            onPress={vertical => setStyle(editor, 'Text alignment', { vertical })}
            options={[
              { id: 'top', label: t('At the top'), icon: <AlignTop {...icon} /> },
              { id: 'middle', label: t('In the middle'), icon: <AlignMiddle {...icon} /> },
              { id: 'bottom', label: t('At the bottom'), icon: <AlignBottom {...icon} /> },
            ]}
          />
        )}
      </Row>
    </Fold>
  )
}
