import FileText from 'lucide-react/icons/file-text'
import Paperclip from 'lucide-react/icons/paperclip'
import { useId, useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { Link } from '#diagrams/model/document.ts'
import { useHost, type FoundAttachment, type FoundPage } from '../../services/host.ts'
import { useEditor } from '../../store/useEditor.ts'
import { changeSelected } from '../change-selected.ts'
import { DiagramTab } from './DiagramTab.tsx'
import { Found, useFound } from './Found.tsx'
import './link.css'
import { useLinkTarget } from './link-target.ts'
import { linkIn } from './link-text.ts'

type Kind = Link['kind']
export type DiagramLink = Extract<Link, { kind: 'diagram' }>

/** The link of the selected shapes: a page or a diagram of the wiki by its id, so that it survives a rename, a
 * file, or an address. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const link = useLinkForm(onClose)
  const { before, kind, error } = link
  return (
    <Dialog
      title={t('Link')}
      width={520}
      height={520}
      isDismissable={false}
      onClose={onClose}
      footer={
        <div className="ox-de-link-foot">
          {before && (
            <Button variant="subtle" onPress={link.remove}>
              {t('Remove link')}
            </Button>
          )}
          <DialogFooter onCancel={onClose} type="submit" form={form}>
            {t('Set link')}
          </DialogFooter>
        </div>
      }
    >
      <form
        id={form}
        className="ox-de-link-form"
        onSubmit={event => {
          event.preventDefault()
          link.submit()
        }}
      >
        <LinkTabs link={link} />
        {error && kind !== 'url' && (
          <p className="ox-de-link-error" role="alert">
            {error}
          </p>
        )}
        <Checkbox isSelected={link.inNewWindow} onChange={link.setInNewWindow}>
          {t('Open in a new window')}
        </Checkbox>
      </form>
    </Dialog>
  )
}

/** Form state, initially the selection's link, and the actions of the buttons. */
function useLinkForm(onClose: () => void) {
  const editor = useEditor()
  const before = editor.selected.find(({ link }) => link)?.link
  const [kind, setKind] = useState<Kind>(before?.kind ?? 'page')
  const [page, setPage] = useState<FoundPage | null>(null)
  const [file, setFile] = useState<FoundAttachment | null>(before?.kind === 'attachment' ? before : null)
  const [diagram, setDiagram] = useState<DiagramLink | null>(before?.kind === 'diagram' ? before : null)
  const [address, setAddress] = useState(before?.kind === 'url' ? before.href : '')
  const [inNewWindow, setInNewWindow] = useState(before?.newWindow ?? false)
  const [error, setError] = useState<string>()

  const target = (): Link | null => {
    if (kind === 'url') return linkIn(address)
    if (kind === 'diagram') return diagram
    if (kind === 'attachment') return file && { kind, contentId: file.contentId, name: file.name }
    if (page) return { kind, contentId: page.contentId }
    return before?.kind === 'page' ? before : null
  }
  /** A setter that clears the error. */
  const clearing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setError(undefined)
    }
  return {
    before,
    kind,
    page,
    file,
    diagram,
    address,
    inNewWindow,
    error,
    setInNewWindow,
    setKind: clearing(setKind),
    setPage: clearing(setPage),
    setFile: clearing(setFile),
    setDiagram: clearing(setDiagram),
    setAddress: clearing(setAddress),
    submit() {
      const link = target()
      if (!link) {
        setError(
          kind === 'url'
            ? t(
                'This is no address that a shape may lead to. Write https://…, an e-mail address, or a path of this wiki.',
              )
            : t('Choose what the shape leads to.'),
        )
        return
      }
      const { newWindow: _, ...bare } = link
      changeSelected(editor, 'Set link', () => ({ link: inNewWindow ? { ...bare, newWindow: true } : bare }))
      onClose()
    },
    remove() {
      changeSelected(editor, 'Remove link', ({ link }) => (link ? { link: undefined } : null))
      onClose()
    },
  }
}

function LinkTabs({ link }: { link: ReturnType<typeof useLinkForm> }) {
  const { before } = link
  const content: Record<Kind, ReactNode> = {
    page: <PageTab chosen={link.page} current={before?.kind === 'page' ? before : null} onChoose={link.setPage} />,
    diagram: <DiagramTab chosen={link.diagram} onChoose={link.setDiagram} />,
    attachment: <FileTab chosen={link.file} onChoose={link.setFile} />,
    url: (
      <TextField
        label={t('Address')}
        description={t('An address of the web, an e-mail address, or a path of this wiki such as /display/DOC')}
        placeholder="https://"
        maxLength={8192}
        value={link.address}
        onChange={link.setAddress}
        error={link.error}
      />
    ),
  }
  return (
    <Tabs
      label={t('Target')}
      selected={link.kind}
      onChange={id => link.setKind(id as Kind)}
      items={[
        { id: 'page', label: t('Page'), content: content.page },
        { id: 'diagram', label: t('Diagram'), content: content.diagram },
        { id: 'attachment', label: t('File'), content: content.attachment },
        { id: 'url', label: t('Address'), content: content.url },
      ]}
    />
  )
}

function PageTab({
  chosen,
  current,
  onChoose,
}: {
  chosen: FoundPage | null
  current: Extract<Link, { kind: 'page' }> | null
  onChoose: (page: FoundPage) => void
}) {
  const { findPages } = useHost()
  const [words, setWords] = useState('')
  const target = useLinkTarget(current ?? undefined)
  const query = useDebounced(words.trim(), 200)
  const found = useFound(query, findPages)
  return (
    <div className="ox-de-link-tab">
      <SearchField label={t('Find a page by its title')} value={words} onChange={setWords} />
      {current && !chosen && query === '' && (
        <p className="ox-de-link-note">
          {target === undefined ? t('Searching…') : t('It leads to: {{target}}', { target })}
        </p>
      )}
      {query === '' && !current && (
        <p className="ox-de-link-note">{t('The link goes on working when the page is renamed or moved.')}</p>
      )}
      {query !== '' && (
        <Found
          label={t('Pages')}
          found={found}
          keyOf={({ contentId }) => contentId}
          isChosen={({ contentId }) => contentId === chosen?.contentId}
          onChoose={onChoose}
          draw={({ title, spaceName }) => (
            <>
              <FileText />
              <span>
                {title}
                <small>{spaceName}</small>
              </span>
            </>
          )}
        />
      )}
    </div>
  )
}

function FileTab({ chosen, onChoose }: { chosen: FoundAttachment | null; onChoose: (file: FoundAttachment) => void }) {
  const { findAttachments, pageTitle } = useHost()
  const [words, setWords] = useState('')
  const found = useFound('', () => findAttachments())
  const wanted = words.trim().toLocaleLowerCase()
  const shown = Array.isArray(found) ? found.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : found
  return (
    <div className="ox-de-link-tab">
      <SearchField label={t('Find a file of “{{page}}”', { page: pageTitle })} value={words} onChange={setWords} />
      <Found
        label={t('Files')}
        found={shown}
        keyOf={({ contentId, name }) => `${contentId} ${name}`}
        isChosen={file => file.contentId === chosen?.contentId && file.name === chosen.name}
        onChoose={onChoose}
        draw={({ name }) => (
          <>
            <Paperclip />
            <span>{name}</span>
          </>
        )}
      />
    </div>
  )
}
