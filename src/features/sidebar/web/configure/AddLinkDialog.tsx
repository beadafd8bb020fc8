import { useState } from 'react'
import type { BodyInputOf } from '#platform/contract.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { type QuickItem, quickSearch } from '#features/search/contract.ts'
import type { addLink } from '../../contract.ts'
import { MAX_LINK_TITLE, MAX_LINK_URL } from '../../shared.ts'

export interface AddLinkProps {
  onAdd: (link: Omit<BodyInputOf<typeof addLink>, 'spaceKey'>) => Promise<void>
  onClose: () => void
}

/** Linkable types of search hits. */
const LINKABLE = new Set(['page', 'blogpost', 'attachment', 'space'])

/** Target and title of a new shortcut. */
export default function AddLinkDialog({ onAdd, onClose }: AddLinkProps) {
  const [kind, setKind] = useState('page')
  const [target, setTarget] = useState<QuickItem>()
  const [url, setUrl] = useState('')
  const [title, setTitle] = useState('')
  const action = useAction(
    async () => {
      if (kind === 'page' && !target) throw new Error(t('Choose what the link leads to'))
      const customTitle = title.trim() === '' ? {} : { customTitle: title.trim() }
      await onAdd(
        kind === 'page' && target
          ? {
              resourceType: target.type,
              resourceId: target.type === 'space' ? keyOf(target) : target.id,
              ...customTitle,
            }
          : { url, ...customTitle },
      )
      onClose()
    },
    { 400: kind === 'page' ? 'target' : 'url' },
  )
  return (
    <FormDialog
      title={t('Add link')}
      submitLabel={t('Add link')}
      action={action}
      fields={['target', 'url']}
      onClose={onClose}
    >
      <RadioGroup
        label={t('Leads to')}
        orientation="horizontal"
        options={[
          { id: 'page', label: t('Something in this wiki') },
          { id: 'url', label: t('An address') },
        ]}
        value={kind}
        onChange={id => {
          setKind(id)
          action.reset()
        }}
      />
      {kind === 'page' ? (
        <Target value={target} onPick={setTarget} error={action.fieldError('target')} />
      ) : (
        <TextField
          label={t('Address')}
          value={url}
          onChange={setUrl}
          isRequired
          maxLength={MAX_LINK_URL}
          placeholder="https://"
          error={action.fieldError('url')}
        />
      )}
      <TextField
        label={t('Link text')}
        value={title}
        onChange={setTitle}
        maxLength={MAX_LINK_TITLE}
        description={t('Without a text, the link shows what it leads to.')}
      />
    </FormDialog>
  )
}

/** Space hits have numeric ids; links use the key at the end of their address. */
function keyOf(item: QuickItem): string {
  return decodeURIComponent(item.url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '')
}

function Target({
  value,
  onPick,
  error,
}: {
  value: QuickItem | undefined
  onPick: (item: QuickItem | undefined) => void
  error: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed, 200)
  const { data, isFetching } = useEndpoint(
    quickSearch,
    { query: { query } },
    { enabled: query.trim() !== '', keepPrevious: true },
  )
  const found = (data?.results ?? []).filter(item => LINKABLE.has(item.type))
  const idOf = (item: QuickItem) => `${item.type}:${item.id}`
  return (
    <ComboBox
      label={t('Page, post, file or space')}
      isRequired
      options={found.map(item => ({
        id: idOf(item),
        label: textOf(item.title),
        ...(item.space ? { description: item.space.name } : {}),
      }))}
      value={value ? idOf(value) : null}
      inputValue={typed}
      onInputChange={setTyped}
      isLoading={isFetching || query !== typed}
      onChange={id => {
        const item = found.find(other => idOf(other) === id)
        onPick(item)
        if (item) setTyped(textOf(item.title))
      }}
      {...(error === undefined ? {} : { error })}
    />
  )
}

/** Text without match marks. */
function textOf(title: QuickItem['title']): string {
  return title.map(({ text }) => text).join('')
}
