import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { listAttachments } from '#features/attachments/contract.ts'
import type { EditorTools } from '../tools.ts'
import { labelOf, type LinkMark, type LinkTarget, markOf, targetOf } from './link-target.ts'
import { PageField, usePageChoice } from './PageField.tsx'

/** Makes the selection a link, or changes the link that the cursor is in. */
export default function LinkDialog({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  const [before] = useState(() => linkAt(tools))
  const { target: old } = before
  const [kind, setKind] = useState<LinkTarget['kind']>(old?.kind ?? 'page')
  const [address, setAddress] = useState(old?.kind === 'url' ? old.url : '')
  const page = usePageChoice(old?.kind === 'page' ? old : undefined, session.view.space.key)
  const [anchor, setAnchor] = useState(old?.kind === 'page' ? old.anchor : '')
  const [file, setFile] = useState<string | null>(old?.kind === 'file' ? old.filename : null)
  const [text, setText] = useState(before.text)
  const [error, setError] = useState<string>()

  const targetNow = (): LinkTarget | undefined => {
    switch (kind) {
      case 'page': return { kind, ...page.chosen, anchor: anchor.trim() }
      case 'url': return { kind, url: address }
      case 'file': return { kind, filename: file ?? '' }
      case 'kept': return old
    }
  }
  const apply = () => {
    const target = targetNow()
    const shown = text.trim() || (target ? labelOf(target) : '')
    const mark = target && markOf(target, shown, before.mark)
    if (!mark) {
      setError(kind === 'url' ? t('Write an address, such as https://example.com') : t('Choose what the link leads to'))
      return
    }
    tools.close()
    const chain = editor.chain().focus()
    const { from, to } = before.range
    if (shown === before.text && from !== to) {
      // What is in the selection (bold, a picture) stays as it is.
      chain.setTextSelection({ from, to }).unsetMark('link').unsetMark('wikiLink').setMark(mark.type, mark.attrs).setTextSelection(to).run()
    } else chain.insertContentAt({ from, to }, { type: 'text', text: shown, marks: [mark] }).run()
  }
  const remove = () => {
    const { from, to } = before.range
    tools.close()
    editor.chain().focus().setTextSelection({ from, to }).unsetMark('link').unsetMark('wikiLink').setTextSelection(to).run()
  }
  const kinds: { id: LinkTarget['kind']; label: string }[] = [
    { id: 'page', label: t('A page of this wiki') }, { id: 'url', label: t('An address') }, { id: 'file', label: t('A file of this page') },
    ...(old?.kind === 'kept' ? [{ id: 'kept' as const, label: t('As before: {{label}}', { label: old.label }) }] : []),
  ]

  return (
    <Dialog
      title={before.mark ? t('Change link') : t('Insert link')} onClose={tools.close}
      footer={
        <ButtonRow align="end">
          {before.mark && <Button variant="subtle" onPress={remove}>{t('Remove link')}</Button>}
          <Button onPress={tools.close}>{t('Cancel')}</Button>
          <Button variant="primary" onPress={apply}>{before.mark ? t('Change') : t('Insert')}</Button>
        </ButtonRow>
      }
    >
      <form className="ox-dialog-form" onSubmit={event => { event.preventDefault(); apply() }}>
        <Select label={t('Leads to')} value={kind} onChange={value => { setKind(value as LinkTarget['kind']); setError(undefined) }} options={kinds} />
        {kind === 'page' && <PageField choice={page} error={error} />}
        {kind === 'page' && (
          <TextField
            label={t('Heading or anchor')} value={anchor} onChange={setAnchor} maxLength={255}
            description={t('A place on that page. Without a page, a place on this one.')}
          />
        )}
        {kind === 'url' && <TextField label={t('Address')} value={address} onChange={setAddress} type="url" {...(error ? { error } : {})} placeholder="https://" />}
        {kind === 'file' && <FileField contentId={session.view.id} value={file} error={error} onPick={setFile} />}
        <TextField label={t('Text')} value={text} onChange={setText} description={t('Without a text, the link shows what it leads to.')} />
        {/* Enter in a field of a form with more than one of them needs something to press. */}
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}

function FileField({ contentId, value, error, onPick }: { contentId: string; value: string | null; error: string | undefined; onPick: (name: string | null) => void }) {
  const { data } = useEndpoint(listAttachments, { params: { id: contentId }, query: { limit: 200 } })
  return (
    <ComboBox
      label={t('File')} value={value} onChange={onPick}
      options={(data?.results ?? []).map(({ title }) => ({ id: title, label: title }))} {...(error ? { error } : {})}
    />
  )
}

/** The link at the cursor, or what is selected. */
function linkAt({ editor }: EditorTools): { range: { from: number; to: number }; text: string; mark: LinkMark | undefined; target: LinkTarget | undefined } {
  const type = (['link', 'wikiLink'] as const).find(name => editor.isActive(name))
  if (type && editor.state.selection.empty) editor.commands.extendMarkRange(type)
  const { from, to } = editor.state.selection
  const mark: LinkMark | undefined = type && { type, attrs: editor.getAttributes(type) }
  return { range: { from, to }, text: editor.state.doc.textBetween(from, to, ' '), mark, target: mark && targetOf(mark) }
}
