import type { Node as ProseNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { listAttachments } from '#features/attachments/contract.ts'
import type { EditorTools } from '../tools.ts'
import { addressIn } from '../tiptap/paste/address.ts'
import { linkLabelOf, type LinkMark, type LinkTarget, linkMarkOf, linkTargetOf } from './link-target.ts'
import { PageField, usePageChoice } from './PageField.tsx'

export default function LinkDialog({ tools }: { tools: EditorTools }) {
  const [before] = useState(() => linkAt(tools))
  const target = useTarget(before.target, tools.session)
  const [text, setText] = useState(before.text)
  const [error, setError] = useState<string>()
  const form = useFocusedInput()

  const apply = () => {
    const next = target.value()
    const shown = text.trim() || (next ? linkLabelOf(next) : '')
    const mark = next && linkMarkOf(next, shown, before.mark)
    if (!mark) {
      setError(
        target.kind === 'url' ? t('Write an address, such as https://example.com') : t('Choose what the link leads to'),
      )
      return
    }
    tools.close()
    const { from, to } = before.range
    // Formatting and pictures in the selection stay.
    if (before.picture !== undefined) linkPicture(tools, before.range, mark)
    else if (shown === before.text && from !== to)
      unlinked(tools, before.range).setMark(mark.type, mark.attrs).setTextSelection(to).run()
    else
      tools.editor
        .chain()
        .focus()
        .insertContentAt({ from, to }, { type: 'text', text: shown, marks: [mark] })
        .run()
  }
  const remove = () => {
    tools.close()
    if (before.picture === undefined) unlinked(tools, before.range).setTextSelection(before.range.to).run()
    else linkPicture(tools, before.range)
  }
  return (
    <Dialog
      title={before.mark ? t('Change link') : t('Insert link')}
      onClose={tools.close}
      footer={
        <ButtonRow align="end">
          {before.mark && (
            <Button variant="subtle" onPress={remove}>
              {t('Remove link')}
            </Button>
          )}
          <Button onPress={tools.close}>{t('Cancel')}</Button>
          <Button variant="primary" onPress={apply}>
            {before.mark ? t('Change') : t('Insert')}
          </Button>
        </ButtonRow>
      }
    >
      <form
        ref={form}
        className="ox-dialog-form"
        onKeyDownCapture={target.isTypedAddress ? onEnter(apply) : undefined}
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <TargetFields
          target={target}
          contentId={tools.session.view.id}
          error={error}
          onKind={() => setError(undefined)}
        />
        {before.picture === undefined && (
          <TextField
            label={t('Text')}
            value={text}
            onChange={setText}
            description={t('Without a text, the link shows what it leads to.')}
          />
        )}
        {/* Implicit submission by Enter needs a button when a form has several fields. */}
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}

/** Enter in a field, before the list of pages: an address is none of its choices, and Enter would only close it. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** Gives the focus to the first text of a form, past the kind of the target. @returns ref of the form */
function useFocusedInput() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}

/** Form state of a link target; each kind has its own fields. */
function useTarget(before: LinkTarget | undefined, { view, filesPageId }: EditorTools['session']) {
  const [kind, setKind] = useState<LinkTarget['kind']>(before?.kind ?? 'page')
  const [address, setAddress] = useState(before?.kind === 'url' ? before.url : '')
  const page = usePageChoice(before?.kind === 'page' ? before : undefined, view.space.key)
  const [anchor, setAnchor] = useState(before?.kind === 'page' ? before.anchor : '')
  const [file, setFile] = useState<string | null>(before?.kind === 'file' ? before.filename : null)
  const value = (): LinkTarget | undefined => {
    switch (kind) {
      case 'page':
        return typedAddress(page.chosen.title) ?? { kind, ...page.chosen, anchor: anchor.trim() }
      case 'url':
        return { kind, url: address }
      case 'file':
        return { kind, filename: file ?? '', pageId: filesPageId }
      case 'opaque':
        return before
    }
  }
  const isTypedAddress = kind === 'page' && typedAddress(page.typed) !== undefined
  return { before, kind, setKind, address, setAddress, page, isTypedAddress, anchor, setAnchor, file, setFile, value }
}

/** The target of an address in place of a title: a page of this wiki, or a website. */
function typedAddress(title: string): LinkTarget | undefined {
  const address = addressIn(title, location.origin)
  return address && linkTargetOf(address.mark)
}

interface TargetFieldsProps {
  target: ReturnType<typeof useTarget>
  contentId: string
  error: string | undefined
  onKind: () => void
}

function TargetFields({ target, contentId, error, onKind }: TargetFieldsProps) {
  const { before, kind } = target
  const kinds: { id: LinkTarget['kind']; label: string }[] = [
    { id: 'page', label: t('A page of this wiki') },
    { id: 'url', label: t('An address') },
    { id: 'file', label: t('A file of this page') },
  ]
  if (before?.kind === 'opaque') kinds.push({ id: 'opaque', label: t('As before: {{label}}', { label: before.label }) })
  return (
    <>
      <Select
        label={t('Leads to')}
        value={kind}
        onChange={value => {
          target.setKind(value as LinkTarget['kind'])
          onKind()
        }}
        options={kinds}
      />
      {kind === 'page' && (
        <>
          <PageField choice={target.page} isAddress={target.isTypedAddress} error={error} />
          <TextField
            label={t('Heading or anchor')}
            value={target.anchor}
            onChange={target.setAnchor}
            maxLength={255}
            description={t('A place on that page. Without a page, a place on this one.')}
          />
        </>
      )}
      {kind === 'url' && (
        <TextField
          label={t('Address')}
          value={target.address}
          onChange={target.setAddress}
          type="url"
          error={error}
          placeholder="https://"
        />
      )}
      {kind === 'file' && <FileField contentId={contentId} value={target.file} error={error} onPick={target.setFile} />}
    </>
  )
}

interface FileFieldProps {
  contentId: string
  value: string | null
  error: string | undefined
  onPick: (name: string | null) => void
}

function FileField({ contentId, value, error, onPick }: FileFieldProps) {
  const { data } = useEndpoint(listAttachments, { params: { id: contentId }, query: { limit: 200 } })
  return (
    <ComboBox
      label={t('File')}
      value={value}
      onChange={onPick}
      options={(data?.results ?? []).map(({ title }) => ({ id: title, label: title }))}
      error={error}
    />
  )
}

interface Range {
  from: number
  to: number
}

/** Command chain that selects a range and removes its link. */
function unlinked({ editor }: EditorTools, range: Range) {
  return editor.chain().focus().setTextSelection(range).unsetMark('link').unsetMark('wikiLink')
}

/** Puts a link around the selected picture, or removes it. */
function linkPicture({ editor }: EditorTools, { from, to }: Range, mark?: LinkMark): void {
  const { state } = editor
  const { link, wikiLink } = state.schema.marks
  const change = state.tr.removeMark(from, to, link).removeMark(from, to, wikiLink)
  if (mark) change.addMark(from, to, state.schema.mark(mark.type, mark.attrs))
  editor.view.dispatch(change.setSelection(NodeSelection.create(change.doc, from)))
}

/** Link at the cursor, of the selected picture, or of the selected text. */
function linkAt({ editor }: EditorTools): {
  range: Range
  /** The selected picture. */
  picture: ProseNode | undefined
  text: string
  mark: LinkMark | undefined
  target: LinkTarget | undefined
} {
  const { selection } = editor.state
  const node = selection instanceof NodeSelection ? selection.node : undefined
  const picture = node?.type.name === 'image' ? node : undefined
  const type = (['link', 'wikiLink'] as const).find(name =>
    picture ? picture.marks.some(mark => mark.type.name === name) : editor.isActive(name),
  )
  if (type && editor.state.selection.empty) editor.commands.extendMarkRange(type)
  const { from, to } = editor.state.selection
  const ofPicture = picture?.marks.find(({ type: { name } }) => name === type)
  const mark: LinkMark | undefined = type && { type, attrs: ofPicture?.attrs ?? editor.getAttributes(type) }
  return {
    range: { from, to },
    picture,
    text: editor.state.doc.textBetween(from, to, ' '),
    mark,
    target: mark && linkTargetOf(mark),
  }
}
