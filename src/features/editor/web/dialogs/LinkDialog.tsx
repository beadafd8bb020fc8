import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { attachmentLinkHead, pageLinkHead, safeLink, wikiLinkView } from '#language/editor/index.ts'
import { listAttachments } from '#features/attachments/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import type { EditorTools } from '../tools.ts'

type Kind = 'page' | 'url' | 'file'

/** Makes the selection a link, or changes the link that the cursor is in. */
export default function LinkDialog({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  const [before] = useState(() => linkAt(tools))
  const [kind, setKind] = useState<Kind>(before.kind)
  const [address, setAddress] = useState(before.url)
  const [page, setPage] = useState<{ title: string; spaceKey: string | undefined } | undefined>(before.page)
  const [file, setFile] = useState<string | null>(before.file)
  const [text, setText] = useState(before.text)
  const [error, setError] = useState<string>()

  const apply = () => {
    const mark = markOf(kind, address, page, file)
    if (!mark) {
      setError(kind === 'url' ? t('Write an address, such as https://example.com') : t('Choose what the link leads to'))
      return
    }
    const shown = text.trim() || mark.label
    const attrs = mark.type === 'wikiLink' ? { ...mark.attrs, body: shown === mark.label ? 'none' : 'plain', shown: mark.label } : mark.attrs
    tools.close()
    const chain = editor.chain().focus()
    const { from, to } = before.range
    if (shown === before.text && from !== to) {
      // What is in the selection (bold, a picture) stays as it is.
      chain.setTextSelection({ from, to }).unsetMark('link').unsetMark('wikiLink').setMark(mark.type, attrs).setTextSelection(to).run()
    } else chain.insertContentAt({ from, to }, { type: 'text', text: shown, marks: [{ type: mark.type, attrs }] }).run()
  }
  const remove = () => {
    const { from, to } = before.range
    tools.close()
    editor.chain().focus().setTextSelection({ from, to }).unsetMark('link').unsetMark('wikiLink').setTextSelection(to).run()
  }

  return (
    <Dialog
      title={before.exists ? t('Change link') : t('Insert link')} onClose={tools.close}
      footer={
        <ButtonRow align="end">
          {before.exists && <Button variant="subtle" onPress={remove}>{t('Remove link')}</Button>}
          <Button onPress={tools.close}>{t('Cancel')}</Button>
          <Button variant="primary" onPress={apply}>{before.exists ? t('Change') : t('Insert')}</Button>
        </ButtonRow>
      }
    >
      <form className="ox-dialog-form" onSubmit={event => { event.preventDefault(); apply() }}>
        <Select
          label={t('Leads to')} value={kind} onChange={value => { setKind(value as Kind); setError(undefined) }}
          options={[{ id: 'page', label: t('A page of this wiki') }, { id: 'url', label: t('An address') }, { id: 'file', label: t('A file of this page') }]}
        />
        {kind === 'page' && <PageField value={page} error={error} onPick={setPage} />}
        {kind === 'url' && <TextField label={t('Address')} value={address} onChange={setAddress} type="url" {...(error ? { error } : {})} placeholder="https://" />}
        {kind === 'file' && <FileField contentId={session.view.id} value={file} error={error} onPick={setFile} />}
        <TextField label={t('Text')} value={text} onChange={setText} description={t('Without a text, the link shows what it leads to.')} />
      </form>
    </Dialog>
  )
}

interface PageFieldProps {
  value: { title: string; spaceKey: string | undefined } | undefined
  error: string | undefined
  onPick: (page: { title: string; spaceKey: string | undefined } | undefined) => void
}

function PageField({ value, error, onPick }: PageFieldProps) {
  const [typed, setTyped] = useState(value?.title ?? '')
  const query = useDebounced(typed.trim())
  const { data, isFetching } = useEndpoint(quickSearch, { query: { query } }, { enabled: query !== '', keepPrevious: true })
  const pages = (data?.results ?? []).filter(({ type }) => type === 'page')
  const titleOf = (page: (typeof pages)[number]) => page.title.map(({ text }) => text).join('')
  return (
    <ComboBox
      label={t('Page')} placeholder={t('Search for a page')} value={null} inputValue={typed} onInputChange={setTyped} isLoading={isFetching}
      options={pages.map(page => ({ id: page.id, label: titleOf(page), description: page.space?.name ?? '' }))}
      onChange={id => {
        const page = pages.find(candidate => candidate.id === id)
        if (!page) return
        setTyped(titleOf(page))
        onPick({ title: titleOf(page), spaceKey: page.space?.key })
      }}
      {...(error ? { error } : {})}
    />
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

interface LinkMark {
  type: 'link' | 'wikiLink'
  attrs: Record<string, unknown>
  label: string
}

function markOf(kind: Kind, address: string, page: PageFieldProps['value'], file: string | null): LinkMark | undefined {
  if (kind === 'page') return page && { type: 'wikiLink', attrs: { head: pageLinkHead(page.title, page.spaceKey) }, label: page.title }
  if (kind === 'file') return file === null ? undefined : { type: 'wikiLink', attrs: { head: attachmentLinkHead(file) }, label: file }
  const written = address.trim()
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(written)
  const href = written === '' || /\s/.test(written) ? undefined : safeLink(isBare ? `https://${written}` : written)
  return href === undefined ? undefined : { type: 'link', attrs: { attributes: { href } }, label: href }
}

/** The link at the cursor, or what is selected. */
function linkAt({ editor, session }: EditorTools) {
  const name = editor.isActive('link') ? 'link' : editor.isActive('wikiLink') ? 'wikiLink' : undefined
  if (name && editor.state.selection.empty) editor.commands.extendMarkRange(name)
  const { from, to } = editor.state.selection
  const attrs = name ? editor.getAttributes(name) : {}
  const view = name === 'wikiLink' ? wikiLinkView(attrs['attributes'], String(attrs['head'])) : undefined
  const kind: Kind = name === 'link' ? 'url' : view?.kind === 'attachment' ? 'file' : 'page'
  return {
    exists: name !== undefined, kind, range: { from, to },
    url: name === 'link' ? String((attrs['attributes'] as Record<string, string> | null)?.['href'] ?? '') : '',
    page: view?.kind === 'page' ? { title: view.label, spaceKey: spaceIn(String(attrs['head'])) ?? session.view.space.key } : undefined,
    file: view?.kind === 'attachment' ? view.label : null,
    text: editor.state.doc.textBetween(from, to, ' '),
  }
}

function spaceIn(head: string): string | undefined {
  return /ri:space-key="([^"]*)"/.exec(head)?.[1]
}
