import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { createContent } from '#features/content/contract.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { isSharable, LINK_LABEL } from '../shared.ts'

const MOST_TITLE = 255

/** The window of the bookmarklet: makes a page of the link. */
export default function ShareScreen({ search }: ScreenProps) {
  const url = [search['bookmarkedURL']].flat()[0] ?? ''
  const [space, setSpace] = useState<string | null>(null)
  const [page, setPage] = useState<string>()
  const { values, field } = useFields({
    title: ([search['title']].flat()[0] || url).slice(0, MOST_TITLE),
    comment: '',
  })
  const share = useAction(async () => {
    const made = (await call(createContent, {
      body: {
        type: 'page',
        title: values.title.trim(),
        space: { key: space ?? '' },
        body: { storage: { value: storageOf(url, values), representation: 'storage' } },
        metadata: { labels: [{ prefix: 'global', name: LINK_LABEL }] },
      },
    })) as { id: string }
    setPage(`/pages/viewpage.action?pageId=${made.id}`)
  })
  return (
    <PageFrame title={t('Share a link')} article={false}>
      {!isSharable(url) ? (
        <Banner tone="danger" title={t('There is no address of a web page to share')} />
      ) : page ? (
        <Banner tone="success" title={t('The link is shared')}>
          <a href={page} target="_blank" rel="noreferrer">
            {values.title}
          </a>
        </Banner>
      ) : (
        <ActionForm action={share} fields={['title']} submitLabel={t('Share')}>
          <p style={{ overflowWrap: 'anywhere' }}>{url}</p>
          <TextField label={t('Title')} isRequired maxLength={MOST_TITLE} {...field('title', share)} />
          <SpaceField value={space} onChange={setSpace} />
          <TextArea label={t('Comment')} maxLength={5000} {...field('comment', share)} />
        </ActionForm>
      )}
    </PageFrame>
  )
}

function SpaceField({ value, onChange }: { value: string | null; onChange: (key: string | null) => void }) {
  const [text, setText] = useState('')
  const query = useDebounced(text)
  const spaces = useEndpoint(
    spaceDirectory,
    { query: { query, permission: 'create:page', limit: 20 } },
    { keepPrevious: true },
  )
  const options = (spaces.data?.results ?? []).map(({ key, name }) => ({ id: key, label: name, description: key }))
  return (
    <ComboBox
      label={t('Space')}
      isRequired
      options={options}
      value={value}
      inputValue={text}
      onInputChange={setText}
      isLoading={spaces.isFetching}
      onChange={key => {
        setText(options.find(one => one.id === key)?.label ?? '')
        onChange(key)
      }}
    />
  )
}

function storageOf(url: string, { title, comment }: { title: string; comment: string }): string {
  const link = `<p><a href="${escaped(url)}">${escaped(title)}</a></p>`
  const lines = comment.trim() === '' ? [] : comment.trim().split(/\n+/)
  return link + lines.map(line => `<p>${escaped(line)}</p>`).join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)
