import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import {
  changeImage,
  dateSource,
  dateView,
  imageView,
  statusColours,
  statusSource,
  statusView,
  type StatusColour,
} from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'

/** Edits the selected or just inserted status, date or picture. */
export default function AtomDialogs({
  tools,
  dialog,
}: {
  tools: EditorTools
  dialog: 'status' | 'date' | 'imageOptions'
}) {
  const [at] = useState(() => placeOf(tools, dialog === 'imageOptions' ? 'image' : dialog))
  const source = at === undefined ? undefined : String(tools.editor.state.doc.nodeAt(at)?.attrs['source'] ?? '')
  if (at === undefined || source === undefined) return null
  const store = (next: string) => {
    tools.close()
    tools.editor.view.dispatch(tools.editor.state.tr.setNodeAttribute(at, 'source', next))
  }
  if (dialog === 'status') return <StatusDialog source={source} onStore={store} onClose={tools.close} />
  if (dialog === 'date') return <DateDialog source={source} onStore={store} onClose={tools.close} />
  return <ImageDialog source={source} onStore={store} onClose={tools.close} />
}

function placeOf({ editor }: EditorTools, type: string): number | undefined {
  const { selection } = editor.state
  if (selection instanceof NodeSelection && selection.node.type.name === type) return selection.from
  return selection.$from.nodeBefore?.type.name === type ? selection.from - 1 : undefined
}

interface FormProps {
  source: string
  onStore: (source: string) => void
  onClose: () => void
}

function Footer({ onClose, onApply }: { onClose: () => void; onApply: () => void }) {
  return (
    <DialogFooter onCancel={onClose} onPress={onApply}>
      {t('Apply')}
    </DialogFooter>
  )
}

function StatusDialog({ source, onStore, onClose }: FormProps) {
  const [before] = useState(() => statusView(source))
  const [title, setTitle] = useState(before.title)
  const [colour, setColour] = useState<StatusColour>(before.colour)
  const apply = () => onStore(statusSource(title.trim(), colour, source))
  return (
    <Dialog title={t('Status')} width={400} onClose={onClose} footer={<Footer onClose={onClose} onApply={apply} />}>
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField label={t('Text')} value={title} onChange={setTitle} maxLength={300} />
        <Select
          label={t('Colour')}
          value={colour}
          onChange={value => setColour(value as StatusColour)}
          options={statusColours.map(id => ({ id, label: t(id) }))}
        />
      </form>
    </Dialog>
  )
}

function DateDialog({ source, onStore, onClose }: FormProps) {
  const [day, setDay] = useState(() => dateView(source))
  const apply = () => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) onStore(dateSource(day))
  }
  return (
    <Dialog title={t('Date')} width={360} onClose={onClose} footer={<Footer onClose={onClose} onApply={apply} />}>
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <label className="ox-date-field">
          {t('Day')} <input type="date" value={day} onChange={event => setDay(event.target.value)} />
        </label>
      </form>
    </Dialog>
  )
}

function ImageDialog({ source, onStore, onClose }: FormProps) {
  const [before] = useState(() => imageView(source))
  const [alt, setAlt] = useState(before.alt)
  const [width, setWidth] = useState(before.width === undefined ? '' : String(before.width))
  const [align, setAlign] = useState<string>(before.align ?? 'none')
  const isWrong = width !== '' && !/^[1-9]\d{0,4}$/.test(width)
  const apply = () => {
    if (isWrong) return
    const isResized = width !== (before.width === undefined ? '' : String(before.width))
    onStore(
      changeImage(source, {
        ...(alt === before.alt ? {} : { alt: alt || undefined }),
        // The height follows from the width.
        ...(isResized ? { width: width || undefined, height: undefined } : {}),
        ...(align === (before.align ?? 'none') ? {} : { align: align === 'none' ? undefined : align }),
      }),
    )
  }
  return (
    <Dialog
      title={t('Picture options')}
      width={420}
      onClose={onClose}
      footer={<Footer onClose={onClose} onApply={apply} />}
    >
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField
          label={t('Description')}
          value={alt}
          onChange={setAlt}
          maxLength={500}
          description={t('For those who cannot see the picture.')}
        />
        <TextField
          label={t('Width in pixels')}
          value={width}
          onChange={setWidth}
          {...(isWrong ? { error: t('Write a number, or nothing for the own width') } : {})}
        />
        <Select
          label={t('Place')}
          value={align}
          onChange={value => setAlign(value ?? 'none')}
          options={[
            { id: 'none', label: t('In the line') },
            { id: 'left', label: t('Left, text around it') },
            { id: 'center', label: t('Centre') },
            { id: 'right', label: t('Right, text around it') },
          ]}
        />
        {/* Implicit submission by Enter needs a button when a form has several fields. */}
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}
